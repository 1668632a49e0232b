/** What the demo shop's tools can do, by their slug, as their descriptions in data.ts say it. */
import type { CapabilityInput } from "../../src/shop/fit/capabilities.ts";

const speeds8to12 = ["5-8", "9", "10", "11", "12-shimano", "12-eagle"];
const hgBodies = ["hg-7", "hg-8-10", "hg-road-11"];
const clincherRims = ["tube", "tubeless", "hookless"];
const hexSizes = [
	"hex-1-5",
	"hex-2",
	"hex-2-5",
	"hex-3",
	"hex-4",
	"hex-5",
	"hex-6",
	"hex-8",
	"hex-10",
];

/** A tool that takes something off and puts it on again. */
function removesAndInstalls(
	capability: Omit<CapabilityInput, "action">,
): [CapabilityInput, CapabilityInput] {
	return [
		{ action: "remove", ...capability },
		{ action: "install", ...capability },
	];
}

export const demoCapabilities: Readonly<Record<string, readonly CapabilityInput[]>> = {
	"torque-wrench": [
		{ action: "torque", from: 2, to: 25 },
		{
			action: "turn",
			dimension: "bolt",
			standards: ["hex-3", "hex-4", "hex-5", "hex-6", "torx-25"],
			madeFor: false,
		},
	],
	"truing-stand": [
		{
			action: "mount",
			dimension: "wheel",
			standards: [
				"305",
				"349",
				"355",
				"406",
				"451",
				"507",
				"559",
				"571",
				"584",
				"590",
				"622",
				"630",
			],
			except: ["203"],
		},
		{
			action: "mount",
			dimension: "axle-front",
			standards: ["qr-100", "nutted-100", "12x100", "15x100", "15x110"],
		},
		{
			action: "mount",
			dimension: "axle-rear",
			standards: ["qr-130", "qr-135", "nutted-110-120", "nutted-126-135", "12x142", "12x148"],
			except: ["12x157"],
		},
	],
	"chain-breaker": [
		{ action: "remove", dimension: "chain", standards: speeds8to12, except: ["single"] },
		{ action: "install", dimension: "chain", standards: speeds8to12, except: ["single"] },
	],
	"digital-caliper": [{ action: "measure", from: 0, to: 150 }],
	"cone-wrench-set": [
		{
			action: "adjust",
			dimension: "hub",
			standards: ["cone-13", "cone-14", "cone-15", "cone-16", "cone-17", "cone-18"],
			except: ["cartridge"],
		},
	],
	"cassette-lockring-tool": [
		...removesAndInstalls({ dimension: "cassette", standards: hgBodies }),
		...removesAndInstalls({ dimension: "rotor", standards: ["centerlock-internal"] }),
	],
	"chain-whip": [
		{
			action: "hold",
			dimension: "cassette",
			standards: ["hg-8-10", "hg-road-11", "microspline", "xd", "xdr", "campagnolo"],
		},
	],
	"cable-cutter": [{ action: "cut", dimension: "cable", standards: ["inner", "housing"] }],
	"hex-key-set": [
		{ action: "turn", dimension: "bolt", standards: hexSizes },
		...removesAndInstalls({ dimension: "pedal", standards: ["hex-6", "hex-8"], madeFor: false }),
		...removesAndInstalls({
			dimension: "crank",
			standards: ["pinch-bolts", "self-extracting-8", "self-extracting-10"],
			madeFor: false,
		}),
	],
	"y-hex-key": [{ action: "turn", dimension: "bolt", standards: ["hex-4", "hex-5", "hex-6"] }],
	"pedal-wrench": removesAndInstalls({
		dimension: "pedal",
		standards: ["flats-15", "flats-15-hex-6", "flats-15-hex-8"],
		except: ["hex-6", "hex-8"],
	}),
	"bottom-bracket-tool": [
		...removesAndInstalls({
			dimension: "bottom-bracket",
			standards: ["bsa-24-44"],
			except: ["bsa-24-39", "bsa-24-41"],
		}),
		...removesAndInstalls({
			dimension: "rotor",
			standards: ["centerlock-external"],
			madeFor: false,
		}),
	],
	"headset-press": [
		{
			action: "press",
			dimension: "headset",
			standards: ["threaded-1", "threaded-1-1-8", "external-cups", "zero-stack"],
			except: ["integrated"],
		},
	],
	"master-link-pliers": [
		{ action: "open", dimension: "chain", standards: speeds8to12 },
		{ action: "close", dimension: "chain", standards: speeds8to12 },
	],
	"chain-checker": [{ action: "measure", dimension: "chain", standards: speeds8to12 }],
	"spoke-wrench": [
		{
			action: "turn",
			dimension: "spoke-nipple",
			standards: ["square-323", "square-33", "square-345", "square-396"],
			except: ["other"],
		},
	],
	"multi-tool": [
		{
			action: "turn",
			dimension: "bolt",
			standards: [
				"hex-2",
				"hex-2-5",
				"hex-3",
				"hex-4",
				"hex-5",
				"hex-6",
				"hex-8",
				"torx-25",
				"phillips",
				"slot",
			],
			madeFor: false,
		},
		{ action: "remove", dimension: "chain", standards: speeds8to12, madeFor: false },
		{ action: "install", dimension: "chain", standards: speeds8to12, madeFor: false },
	],
	"floor-pump": [{ action: "inflate", dimension: "valve", standards: ["presta", "schrader"] }],
	"tire-levers": [
		{ action: "lever", dimension: "tire", standards: clincherRims, except: ["tubular"] },
	],
	chain: [{ action: "part", dimension: "chain", standards: ["11"] }],
	cassette: [
		{ action: "part", dimension: "cassette", standards: ["hg-8-10", "hg-road-11"] },
		{ action: "part", dimension: "chain", standards: ["11"] },
	],
	// Among disc brakes their outline decides, and no source of ours has the outlines.
	"brake-pads": [{ action: "part", dimension: "brake", except: ["rim-caliper", "rim-arms"] }],
	"inner-tube": [
		{ action: "part", dimension: "wheel", standards: ["622"] },
		{ action: "part", dimension: "valve", standards: ["presta"] },
		{ action: "part", dimension: "tire-width", from: 25, to: 32 },
	],
	"patch-kit": [
		{ action: "patch", dimension: "tire", standards: ["tube"], except: ["tubeless", "hookless"] },
	],
};
