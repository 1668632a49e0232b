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
			{ drawing: "in-use/torque-wrench", alt: "It tightens the bolts of a stem" },
			{ drawing: "measures/torque-wrench", alt: "Length, drive, range and bits" },
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
		images: [{ x: 225, y: 350, size: 350, alt: "The knob that closes both indicators" }],
	},
	"chain-breaker": {
		specifications: {
			Chains: "8- to 12-speed",
			Pin: "3.2 mm, hardened, replaceable; one spare",
			Body: "Forged, with a sliding handle",
		},
		images: [{ x: 120, y: 190, size: 370, alt: "The shelves that hold the chain, and the pin" }],
	},
	"digital-caliper": {
		specifications: {
			Range: "0 to 150 mm",
			Resolution: "0.01 mm",
			Accuracy: "0.03 mm",
			Units: "Millimeters and inches",
			Battery: "One LR44",
		},
		images: [{ x: 230, y: 200, size: 330, alt: "The display, which reads 25.40" }],
	},
	"cone-wrench-set": {
		specifications: {
			Sizes: "13 and 14, 15 and 16, two of 17 and 18 mm",
			Thickness: "2 mm",
			Material: "Hardened tool steel",
		},
	},
	"cassette-lockring-tool": {
		specifications: {
			Splines: "12",
			"Guide pin": "5 mm, unscrews",
			Handle: "280 mm",
		},
		images: [{ x: 240, y: 430, size: 330, alt: "The twelve splines around the guide pin" }],
	},
	"chain-whip": {
		specifications: {
			Sprockets: "8- to 12-speed, from 11 teeth",
			Length: "330 mm",
			Material: "5 mm plate steel",
		},
		images: [
			{ drawing: "in-use/chain-whip", alt: "It holds a cassette while the lockring is turned" },
			{ drawing: "measures/chain-whip", alt: "330 mm long, of 5 mm plate" },
			{ x: 460, y: 70, size: 320, alt: "The riveted ends of the chains" },
		],
	},
	"cable-cutter": {
		specifications: {
			Wire: "To 2 mm",
			Housing: "To 6 mm",
			Blades: "Forged and ground",
			"End caps": "Crimper behind the pivot",
		},
	},
	"hex-key-set": {
		specifications: {
			Sizes: "1.5, 2, 2.5, 3, 4, 5, 6, 8 and 10 mm",
			Material: "Chrome vanadium steel",
			"Long arm": "Ball end",
		},
	},
	"y-hex-key": {
		specifications: { Sizes: "4, 5 and 6 mm", Bits: "6150 tool steel, 65 mm long" },
	},
	"pedal-wrench": {
		specifications: { Size: "15 mm", Length: "360 mm", Head: "7 mm thick, offset by 30 degrees" },
	},
	"bottom-bracket-tool": {
		specifications: { Notches: "16", Diameter: "44 mm", Form: "Closed ring" },
		images: [{ x: 70, y: 260, size: 440, alt: "The sixteen notches of the ring" }],
	},
	"headset-press": {
		specifications: {
			"Head tubes": "1 to 1.5 inch",
			Shaft: "300 mm, rolled thread",
			Bushings: "Two, stepped",
		},
	},
	"master-link-pliers": {
		specifications: { Links: "8- to 12-speed" },
	},
	"chain-checker": {
		specifications: {
			Sides: "0.5 percent for 11- and 12-speed, 0.75 percent below",
			Material: "2 mm stainless steel",
		},
	},
	"spoke-wrench": {
		specifications: {
			Nipples: "Square: 3.2, 3.3, 3.45 and 3.96 mm",
			Material: "Heat-treated steel with a rubber rim",
		},
	},
	"multi-tool": {
		specifications: {
			Hex: "2 to 8 mm",
			Torx: "T25",
			"Chain tool": "Up to 12 speeds",
			Length: "84 mm",
			Weight: "148 g",
		},
		images: [{ x: 420, y: 170, size: 310, alt: "The chain tool, folded out" }],
	},
	"floor-pump": {
		specifications: {
			Pressure: "Up to 160 psi (11 bar)",
			Gauge: "75 mm",
			Hose: "1.2 m",
			Valves: "Presta and Schrader",
			Barrel: "Steel",
		},
		images: [
			{ x: 240, y: 420, size: 320, alt: "The gauge at the foot" },
			{ x: 420, y: 50, size: 300, alt: "The head with its lever" },
		],
	},
	"tire-levers": {
		specifications: { Material: "Glass-filled nylon", Length: "115 mm", Set: "Three" },
	},
	chain: {
		specifications: {
			Speeds: "11",
			Links: "118",
			Width: "5.6 mm",
			"Master link": "One in the bag",
		},
	},
	cassette: {
		specifications: {
			Speeds: "11",
			Sprockets: "11-12-13-14-16-18-20-22-25-28-32",
			Weight: "318 g",
			"In the box": "Spacer of 1.85 mm",
		},
		images: [{ x: 230, y: 240, size: 340, alt: "The lockring and the smallest sprockets" }],
	},
	"brake-pads": {
		specifications: {
			Compound: "Resin",
			Plates: "Steel",
			Calipers: "Two pistons, road and gravel",
		},
	},
	"inner-tube": {
		specifications: {
			Rim: "622 mm",
			Tires: "25 to 32 mm",
			Valve: "Presta, 48 mm, removable core",
			Weight: "118 g",
		},
	},
	"patch-kit": {
		specifications: { Patches: "Six, feathered", Cement: "5 g", Tubes: "Butyl and latex" },
	},
};
