/** What a tool's page shows beside data.ts: specifications, as the descriptions say them, and further images. */

/** A square of the tool's drawing, which is 800 wide. */
export interface DemoDetail {
	x: number;
	y: number;
	size: number;
	alt: string;
}

/** A drawing of its own: the tool in use, or its dimensions. */
interface DemoPicture {
	/** The drawing: `drawings/<drawing>.svg`. */
	drawing: string;
	alt: string;
}

export type DemoImage = DemoDetail | DemoPicture;

interface DemoDetails {
	/** What one has to know to stay safe. */
	warnings?: string;
	specifications: Readonly<Record<string, string>>;
	/** Images after the first, in the order of the page: in use, dimensions, details. */
	images?: readonly DemoImage[];
}

export const demoDetails: Readonly<Record<string, DemoDetails>> = {
	"torque-wrench": {
		specifications: {
			Range: "2 to 25 Nm",
			Accuracy: "4 percent, clockwise only",
			Drive: "1/4 inch",
			Length: "270 mm",
			Bits: "3, 4, 5 and 6 mm hex, T25",
		},
		images: [
			{ drawing: "in-use/torque-wrench", alt: "The wrench tightens a stem bolt" },
			{
				drawing: "measures/torque-wrench",
				alt: "Dimensions: 270 mm long, 1/4 inch drive, with 3, 4, 5 and 6 mm and T25 bits",
			},
			{ x: 400, y: 10, size: 330, alt: "The ratchet head with its square drive" },
			{ x: 170, y: 320, size: 310, alt: "The engraved scale above the collar" },
		],
	},
	"truing-stand": {
		specifications: {
			Wheels: "16 to 29 inch, with or without the tire",
			Axles: "100 to 148 mm",
			Reading: "0.1 mm",
			Material: "Welded steel",
			Weight: "6.4 kg",
		},
		images: [
			{ drawing: "in-use/truing-stand", alt: "A rim between the stand's indicators" },
			{
				drawing: "measures/truing-stand",
				alt: "Dimensions: axles from 100 to 148 mm, wheels from 16 to 29 inches",
			},
			{ x: 225, y: 350, size: 350, alt: "The knob that closes both indicators" },
		],
	},
	"chain-breaker": {
		specifications: {
			Chains: "8- to 12-speed",
			Pin: "3.2 mm, hardened, replaceable; one spare",
			Body: "Forged, with a sliding handle",
		},
		images: [
			{
				drawing: "in-use/chain-breaker",
				alt: "The tool pushes a pin out of a chain",
			},
			{ drawing: "measures/chain-breaker", alt: "Dimensions: a 3.2 mm pin" },
			{ x: 120, y: 190, size: 370, alt: "The shelves that hold the chain, and the pin" },
		],
	},
	"digital-caliper": {
		specifications: {
			Range: "0 to 150 mm",
			Resolution: "0.01 mm",
			Accuracy: "0.03 mm",
			Units: "Millimeters and inches",
			Battery: "One LR44",
		},
		images: [
			{ drawing: "in-use/digital-caliper", alt: "The caliper measures a seatpost: 25.40 mm" },
			{
				drawing: "measures/digital-caliper",
				alt: "Dimensions: a range of 0 to 150 mm, read to 0.01 mm",
			},
			{ x: 230, y: 200, size: 330, alt: "The display, which reads 25.40" },
		],
	},
	"cone-wrench-set": {
		specifications: {
			Sizes: "13 and 14, 15 and 16, two of 17 and 18 mm",
			Thickness: "2 mm",
			Material: "Hardened tool steel",
		},
		images: [
			{
				drawing: "in-use/cone-wrench-set",
				alt: "One wrench holds the cone while another turns the locknut",
			},
			{ drawing: "measures/cone-wrench-set", alt: "Dimensions: ends from 13 to 18 mm, 2 mm thick" },
		],
	},
	"cassette-lockring-tool": {
		specifications: {
			Splines: "12",
			"Guide pin": "5 mm, unscrews",
			Handle: "280 mm",
		},
		images: [
			{
				drawing: "in-use/cassette-lockring-tool",
				alt: "The tool slides into a cassette lockring",
			},
			{
				drawing: "measures/cassette-lockring-tool",
				alt: "Dimensions: a 280 mm handle and a 5 mm guide pin",
			},
			{ x: 240, y: 430, size: 330, alt: "The twelve splines around the guide pin" },
		],
	},
	"chain-whip": {
		specifications: {
			Sprockets: "8- to 12-speed, from 11 teeth",
			Length: "330 mm",
			Material: "5 mm plate steel",
		},
		images: [
			{
				drawing: "in-use/chain-whip",
				alt: "The whip holds a cassette while a wrench turns its lockring",
			},
			{ drawing: "measures/chain-whip", alt: "Dimensions: 330 mm long, 5 mm thick" },
			{ x: 460, y: 70, size: 320, alt: "The riveted ends of the chain" },
		],
	},
	"cable-cutter": {
		warnings:
			"Wear eye protection: short ends of cable fly off. Keep your fingers away from the jaws.",
		specifications: {
			Wire: "To 2 mm",
			Housing: "To 6 mm",
			Blades: "Forged and ground",
			"End caps": "Crimper behind the pivot",
		},
		images: [
			{ drawing: "in-use/cable-cutter", alt: "The cutter goes through a brake housing" },
			{ drawing: "measures/cable-cutter", alt: "Dimensions: wire to 2 mm, housing to 6 mm" },
		],
	},
	"hex-key-set": {
		specifications: {
			Sizes: "1.5, 2, 2.5, 3, 4, 5, 6, 8 and 10 mm",
			Material: "Chrome vanadium steel",
			"Long arm": "Ball end",
		},
		images: [
			{ drawing: "in-use/hex-key-set", alt: "A key tightens a seat clamp" },
			{ drawing: "measures/hex-key-set", alt: "Dimensions: nine sizes from 1.5 to 10 mm" },
		],
	},
	"y-hex-key": {
		specifications: { Sizes: "4, 5 and 6 mm", Bits: "6150 tool steel, 65 mm long" },
		images: [
			{ drawing: "in-use/y-hex-key", alt: "The key tightens a headset cap bolt" },
			{ drawing: "measures/y-hex-key", alt: "Dimensions: 4, 5 and 6 mm, bits 65 mm long" },
		],
	},
	"pedal-wrench": {
		specifications: { Size: "15 mm", Length: "360 mm", Head: "7 mm thick, offset by 30 degrees" },
		images: [
			{ drawing: "in-use/pedal-wrench", alt: "The wrench loosens a pedal on the drive side" },
			{
				drawing: "measures/pedal-wrench",
				alt: "Dimensions: 360 mm long, 15 mm opening offset by 30 degrees, head 7 mm thick",
			},
		],
	},
	"bottom-bracket-tool": {
		specifications: { Notches: "16", Diameter: "44 mm", Form: "Closed ring" },
		images: [
			{ drawing: "in-use/bottom-bracket-tool", alt: "The tool tightens a cup on the left side" },
			{ drawing: "measures/bottom-bracket-tool", alt: "Dimensions: 44 mm across" },
			{ x: 70, y: 260, size: 440, alt: "The sixteen notches of the ring" },
		],
	},
	"headset-press": {
		specifications: {
			"Head tubes": "1 to 1.5 inch",
			Shaft: "300 mm, rolled thread",
			Bushings: "Two, stepped",
		},
		images: [
			{ drawing: "in-use/headset-press", alt: "The press pushes both cups into a head tube" },
			{
				drawing: "measures/headset-press",
				alt: "A 300 mm shaft, and bushings from 1 to 1.5 inches",
			},
		],
	},
	"master-link-pliers": {
		specifications: { Links: "8- to 12-speed" },
		images: [
			{ drawing: "in-use/master-link-pliers", alt: "The pliers open a chain's master link" },
			{ drawing: "measures/master-link-pliers", alt: "For 8- to 12-speed master links" },
		],
	},
	"chain-checker": {
		specifications: {
			Sides: "0.5 percent for 11- and 12-speed, 0.75 percent below",
			Material: "2 mm stainless steel",
		},
		images: [
			{ drawing: "in-use/chain-checker", alt: "The tip drops into a worn chain" },
			{ drawing: "measures/chain-checker", alt: "0.5 and 0.75 percent, 2 mm thick" },
		],
	},
	"spoke-wrench": {
		specifications: {
			Nipples: "Square: 3.2, 3.3, 3.45 and 3.96 mm",
			Material: "Heat-treated steel with a rubber rim",
		},
		images: [
			{ drawing: "in-use/spoke-wrench", alt: "The wrench turns a spoke nipple at the rim" },
			{ drawing: "measures/spoke-wrench", alt: "3.2, 3.3, 3.45 and 3.96 mm slots" },
		],
	},
	"multi-tool": {
		specifications: {
			Hex: "2 to 8 mm",
			Torx: "T25",
			"Chain tool": "Up to 12 speeds",
			Length: "84 mm",
			Weight: "148 g",
		},
		images: [
			{ drawing: "in-use/multi-tool", alt: "The multi-tool tightens a saddle bolt" },
			{ drawing: "measures/multi-tool", alt: "84 mm long, with hex keys from 2 to 8 mm" },
			{ x: 420, y: 170, size: 310, alt: "The chain tool, folded out" },
		],
	},
	"floor-pump": {
		warnings:
			"Never go beyond the pressure on the sidewall of the tire, or on the rim if that is lower.",
		specifications: {
			Pressure: "Up to 160 psi (11 bar)",
			Gauge: "75 mm",
			Hose: "1.2 m",
			Valves: "Presta and Schrader",
			Barrel: "Steel",
		},
		images: [
			{ drawing: "in-use/floor-pump", alt: "The pump inflates a tire through a Presta valve" },
			{ drawing: "measures/floor-pump", alt: "A 75 mm gauge and a 1.2 m hose" },
			{ x: 240, y: 420, size: 320, alt: "The gauge at the base" },
			{ x: 420, y: 50, size: 300, alt: "The head with its lever" },
		],
	},
	"tire-levers": {
		specifications: { Material: "Glass-filled nylon", Length: "115 mm", Set: "Three" },
		images: [
			{ drawing: "in-use/tire-levers", alt: "A lever lifts the tire's bead over the rim" },
			{ drawing: "measures/tire-levers", alt: "115 mm long, from above and from the side" },
		],
	},
	chain: {
		specifications: {
			Speeds: "11",
			Links: "118",
			Width: "5.6 mm",
			"Master link": "One in the bag",
		},
		images: [
			{ drawing: "in-use/chain", alt: "The chain runs over a cassette and a chainring" },
			{ drawing: "measures/chain", alt: "118 links, 5.6 mm wide" },
		],
	},
	cassette: {
		specifications: {
			Speeds: "11",
			Sprockets: "11-12-13-14-16-18-20-22-25-28-32",
			Weight: "318 g",
			"In the box": "1.85 mm spacer",
		},
		images: [
			{
				drawing: "in-use/cassette",
				alt: "Mounted on a wheel, with the chain on a large sprocket",
			},
			{
				drawing: "measures/cassette",
				alt: "The tooth counts of its eleven sprockets, and the 1.85 mm spacer",
			},
			{ x: 230, y: 240, size: 340, alt: "The lockring and the smallest sprockets" },
		],
	},
	"brake-pads": {
		warnings: "Worn or oily pads won't stop you. Test the brake at walking pace before you ride.",
		specifications: {
			Compound: "Resin",
			Plates: "Steel",
			Calipers: "Two pistons, road and gravel",
		},
		images: [
			{ drawing: "in-use/brake-pads", alt: "The pads squeeze the rotor inside the caliper" },
			{ drawing: "measures/brake-pads", alt: "Their outline from both sides and on edge" },
		],
	},
	"inner-tube": {
		specifications: {
			Rim: "622 mm",
			Tires: "25 to 32 mm",
			Valve: "Presta, 48 mm, removable core",
			Weight: "118 g",
		},
		images: [
			{
				drawing: "in-use/inner-tube",
				alt: "The tube sits in the tire, with its valve through the rim",
			},
			{
				drawing: "measures/inner-tube",
				alt: "For 622 mm rims and tires from 25 to 32 mm, with a 48 mm valve",
			},
		],
	},
	"patch-kit": {
		specifications: { Patches: "Six, feathered", Cement: "5 g", Tubes: "Butyl and latex" },
		images: [
			{ drawing: "in-use/patch-kit", alt: "A patch is pressed onto a tube" },
			{ drawing: "measures/patch-kit", alt: "Six patches and 5 g of cement in the tin" },
		],
	},
};

/** Who makes the demo's tools: the shop itself, with an importer. Both are invented. */
export const demoMaker = {
	name: "Cogsmith",
	address: "9 Workshop Lane\nPortland, OR 97201\nUnited States",
	contact: "hello@cogsmith.test",
	country: "US",
	responsible: {
		name: "Cogsmith Europe (example)",
		address: "Example Quay 1\n1011 AA Amsterdam\nNetherlands",
		contact: "europe@cogsmith.test",
	},
};
