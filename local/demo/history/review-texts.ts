/** What made-up customers wrote of tools they had bought, the oldest first. */

export interface ReviewText {
	tool: string;
	rating: 1 | 2 | 3 | 4 | 5;
	text: string;
	/** A reviewers' image that suits it: `drawings/reviews/<drawing>.svg`. Without one it shows the tool. */
	drawing?: string;
	/** The shop's answer. */
	answer?: string;
}

export const reviewTexts: readonly ReviewText[] = [
	{
		tool: "chain-checker",
		rating: 5,
		text: "Hung it on a nail by the back door and now I check on the first of each month. It caught a chain at 0.5 while the cassette was still fine, so it has paid for itself.",
	},
	{
		tool: "inner-tube",
		rating: 4,
		text: "Fits my 28 mm commuter tires with room to spare. The valve is long enough for the pump head but a tight fit under the cap of my lights. Three weeks in and no slow leaks.",
	},
	{
		tool: "hex-key-set",
		rating: 5,
		text: "The ball end gets to the bolt behind my rear light, which no other key I own could reach. Finished the last quarter turn with the short arm, as the page says.",
		drawing: "saddle",
	},
	{
		tool: "floor-pump",
		rating: 3,
		text: "The pump itself is solid and the gauge agrees with a friend's digital one. The foot plate is narrow, so with winter boots on it rocks. I pump in socks now, which is silly.",
		answer:
			"Thank you, that is fair. The feet fold out 20 mm on each side; the joint is stiff when new and easy to miss.",
	},
	{
		tool: "chain-breaker",
		rating: 4,
		text: "Pushed the pin of a 12-speed chain out straight on the first go. The spare pin is in a small bag taped to the lid of the box, and I nearly threw it away.",
	},
	{
		tool: "patch-kit",
		rating: 5,
		text: "Bought ten for a school bike club. Even the eight year olds managed a patch that held. Sand until it looks dull, wait for the cement to dry, then press. Do not hurry them.",
		drawing: "cargo-bike",
	},
	{
		tool: "torque-wrench",
		rating: 5,
		text: "Used it for a carbon stem at 5 Nm and slept well afterward. The click is a proper click and not a hint. The case of bits closes with a magnet, which I did not expect to like so much.",
	},
	{
		tool: "tire-levers",
		rating: 4,
		text: "Two levers are enough for nearly everything; the third is for the person who borrows one and forgets. They flexed on a tubeless tire but did not break.",
	},
	{
		tool: "y-hex-key",
		rating: 5,
		text: "Faster than an L-key for anything you can get at from the front. I keep it on a string at the stand so that it cannot walk away to another bike.",
	},
	{
		tool: "brake-pads",
		rating: 4,
		text: "Quiet after twenty stops to bed them in. They have done 600 dry kilometers and look as good as new. The spring is a bit fiddly to line up with cold fingers.",
	},
	{
		tool: "master-link-pliers",
		rating: 5,
		text: "I used to do this with a loop of brake cable and bad words. One squeeze and the link is open. The jaws do fit between the cassette and the derailleur, I tried.",
		drawing: "headlight",
	},
	{
		tool: "pedal-wrench",
		rating: 2,
		text: "The wrench is fine, my pedals are not: they have only the 8 mm socket, and the page says so if you read to the end. I did not. Please put it in the first line.",
		answer:
			"You're right, it was too far down the page. The table now says it too, and you can return the wrench.",
	},
	{
		tool: "chain",
		rating: 5,
		text: "Runs quietly on a mixed drivetrain of two makers. Shifting is as crisp as with the chain that came with the bike, for two thirds of what the dealer wanted.",
	},
	{
		tool: "multi-tool",
		rating: 4,
		text: "The chain tool got me home from 40 km out, which is what I paid for. The 2.5 mm is hard to unfold without a fingernail. It rattles a little in an empty bottle cage.",
	},
	{
		tool: "cable-cutter",
		rating: 5,
		text: "I recabled four bikes in one weekend and the last cut was as clean as the first. The crimper leaves an end cap that does not come off in the wash.",
		drawing: "drop-bar",
	},
	{
		tool: "spoke-wrench",
		rating: 3,
		text: "All four slots are the size they claim to be. For a quick touch it is good, for a whole wheel the round shape cramps my hand. I bought a handle type for the long jobs.",
		drawing: "wheel",
	},
	{
		tool: "cassette-lockring-tool",
		rating: 5,
		text: "The guide pin keeps it straight, so the splines of the lockring stay as they were. I had ruined one with a loose socket before. It took all of my weight without slipping.",
	},
	{
		tool: "inner-tube",
		rating: 2,
		text: "One tube of the five had a valve core that was not screwed down, and it was flat in the morning. A turn with pliers fixed it. Four good ones, but I want to trust a spare.",
		answer:
			"Sorry about that one. We now turn every core with a tool before packing, and we've sent you another.",
	},
	{
		tool: "digital-caliper",
		rating: 4,
		text: "Measured a seatpost as 27.18, and the ring in the frame says 27.2, so I believe it. The thumb wheel could be smoother. Take the battery out if you only use it twice a year.",
	},
	{
		tool: "chain-whip",
		rating: 5,
		text: "The handle is long enough that nothing slips and no knuckle meets a sprocket. It hooks on at a middle sprocket and stays there. My first cassette swap took ten minutes.",
	},
	{
		tool: "bottom-bracket-tool",
		rating: 5,
		text: "Measured 44 mm first, as told, and it dropped on like a lid. Both cups came off with a breaker bar and not a mark on them. It replaces a three-notch wrench that left scars.",
	},
	{
		tool: "chain-checker",
		rating: 3,
		text: "It does what it says, and there is not much to say about a flat piece of steel. I would pay a little more for one with a ruler along the edge.",
		answer:
			"Good idea, and we've passed it on. Until then, a caliper over twelve links does the same.",
	},
	{
		tool: "hex-key-set",
		rating: 4,
		text: "Good steel and the sizes are stamped deep enough to read. I would like the 4 and the 5 in different colors, since those are the two I mix up every single time.",
	},
	{
		tool: "headset-press",
		rating: 5,
		text: "Cups went in square on the first try, in a steel frame from 1986. Slow, half a turn at a time, with a bit of grease. I had a shop quote me more for the one job than this costs.",
	},
	{
		tool: "tire-levers",
		rating: 5,
		text: "We hand these out at a learn-to-fix evening and have not broken one yet. The hook for the spoke makes it possible to work alone with small hands.",
	},
	{
		tool: "floor-pump",
		rating: 5,
		text: "Swapping between my road bike and the kids' Schrader valves without touching the head is the reason to buy it. 7 bar takes about twenty strokes on a 25 mm tire.",
	},
	{
		tool: "torque-wrench",
		rating: 3,
		text: "Accurate as far as I can tell, but 270 mm is long for a stem with bags in front. I have to take the bar bag off every time. For rotor bolts it is just right.",
		drawing: "leaning-bike",
	},
	{
		tool: "patch-kit",
		rating: 3,
		text: "The patches are very good. The cement in one tin had skinned over, though it was sealed. Five of six used so far from the good tin, and all hold at 6 bar.",
	},
	{
		tool: "cassette",
		rating: 4,
		text: "Swapped from an 11 to 28 to this for a hilly tour and the 32 saved my knees. The spacer was needed on my wheel and it was in the box. A little louder in the 13.",
	},
	{
		tool: "brake-pads",
		rating: 5,
		text: "Same outline as the worn ones out of my gravel calipers, which I held against the drawing first. No squeal in the rain so far, and the lever feels the way it did when new.",
	},
	{
		tool: "chain-breaker",
		rating: 5,
		text: "The shelf supports the link so the plates do not spread. I shortened three chains at a friend's place and all of them ran straight through the jockey wheels.",
	},
	{
		tool: "inner-tube",
		rating: 5,
		text: "Forty for our volunteer shop, and not one bad valve among them. The talc inside is a nice touch. We will order again when the box is empty.",
		drawing: "bell",
	},
	{
		tool: "master-link-pliers",
		rating: 3,
		text: "They work, but the spring fights me after the fifth chain in a row. For one bike at home it is no trouble. In a busy workshop I would want a weaker one.",
	},
	{
		tool: "y-hex-key",
		rating: 3,
		text: "It is comfortable and quick. The 6 mm arm is too short for my crank bolts, as the page warns. I hoped it would do it anyway. It did not.",
	},
	{
		tool: "truing-stand",
		rating: 5,
		text: "I true wheels for a small courier company and this has replaced two flimsy ones. Both arms really move together. Bolt it down; at full lean on a tight nipple it wants to come with you.",
		drawing: "bench-vise",
	},
	{
		tool: "multi-tool",
		rating: 2,
		text: "Too few levers for me. The T25 would not move a rotor bolt that somebody had glued in, and the plates dug into my palm. It is light, but so is walking.",
		answer:
			"A folded tool gives you about 80 mm of lever, and a glued rotor bolt needs 200. For the workshop, use an L-key; you can return this one.",
	},
	{
		tool: "chain",
		rating: 3,
		text: "Good chain, sticky grease. It took two rags to get the outside clean enough for light pants. Wear after 400 km is next to nothing, so I may yet add a star.",
	},
	{
		tool: "pedal-wrench",
		rating: 5,
		text: "A pair of pedals that had been on since 2009 came off with a thump, and the flats are not even marked. The offset matters more than I thought: there is always a next position.",
	},
	{
		tool: "cable-cutter",
		rating: 4,
		text: "A clean cut through shift housing, where the liner stays round. I open the end with a pick anyway. I took a star off since the lock can snap shut on its own in a full drawer.",
	},
	{
		tool: "chain-checker",
		rating: 5,
		text: "The two ends are labeled for 11-speed and for older chains, so nobody at the co-op has to ask me anymore. That was the whole reason to buy six.",
		drawing: "chainring",
	},
	{
		tool: "spoke-wrench",
		rating: 5,
		text: "The rubber rim is the point. I can turn it with cold hands beside the road and still feel when a nipple begins to bind. Sizes are easy to read on the side.",
	},
	{
		tool: "bottom-bracket-tool",
		rating: 2,
		text: "Mine are 41 mm cups, which the page does ask you to measure. I had measured the spindle and not the cup. It went back; I wish there were a set with all three sizes.",
		drawing: "helmet",
		answer: "We're working on a set of three. Until then, the page shows where to put the caliper.",
	},
	{
		tool: "hex-key-set",
		rating: 5,
		text: "After a month of daily use at a rental station only the 5 mm shows any shine at all. The holder opens with one hand, and the small keys do not fall out of it.",
	},
	{
		tool: "digital-caliper",
		rating: 5,
		text: "It ended a long argument about rotor wear: 1.49 mm, so they are done. The inch button is where your thumb is, which means I press it by mistake, but only sometimes.",
	},
	{
		tool: "chain-whip",
		rating: 4,
		text: "Strong and simple, with a good grip. The free end of the chain is short, so you have to think before you start. On an 11-34 I begin at the fifth sprocket and it holds.",
	},
	{
		tool: "tire-levers",
		rating: 2,
		text: "They bent on my winter tires with the stiff bead and needed a spoon in the end. For normal tires I have no complaint.",
	},
	{
		tool: "cassette-lockring-tool",
		rating: 4,
		text: "It has a long handle, a deep spline and no slop. For thru-axles you unscrew the pin, and the thread was tight from the factory. It needs a chain whip beside it, so budget for both.",
	},
	{
		tool: "floor-pump",
		rating: 4,
		text: "I read the gauge from standing height with my glasses on my head. It gets up to 9 bar without drama. The hose clip is a plastic thing that I would not hang a hope on.",
		drawing: "bottle-cage",
	},
	{
		tool: "brake-pads",
		rating: 2,
		text: "Fine in the dry. After four weeks of rain and hills they were gone, just as the page says of resin. I will go back to sintered pads and live with the noise.",
	},
	{
		tool: "cassette",
		rating: 5,
		text: "Third one of these on the same hub. They last me about three chains each, and the steel sprockets wear evenly. Torqued to 40 with the tool from here and no creaks.",
	},
	{
		tool: "patch-kit",
		rating: 4,
		text: "One tin in every bag in the house. I wrote the date on each with a marker, which was good advice: the cement of last year's brand had turned to rubber in the tube.",
	},
	{
		tool: "torque-wrench",
		rating: 4,
		text: "It arrived set to 25, so I wound it back before putting it away, like the note says. The scale takes a minute to learn. After that it is quicker than my beam type.",
	},
	{
		tool: "chain-breaker",
		rating: 1,
		text: "Wrong tool for my track bike. I own a 1/8 inch chain, it says not to, and I thought a little more force would help. The pin bent. My fault, but one star for the evening I lost.",
		answer:
			"A free spare pin is on its way to you. For 1/8 inch chain we'd rather sell you nothing than sell you this one.",
	},
	{
		tool: "chain",
		rating: 4,
		text: "The master link clicked in without tools and has stayed there. 118 links is enough for my long chainstays and a 32, with six to spare. The bag tears, so keep a jar for the rest.",
	},
	{
		tool: "multi-tool",
		rating: 5,
		text: "148 g on my scale as well, which almost never happens. It lives in the small pocket with a tube and has fixed a saddle, a stem and a stranger's derailleur in its first two weeks.",
		drawing: "folding-bike",
	},
	{
		tool: "inner-tube",
		rating: 5,
		text: "Removable cores mean I can add sealant, and it stays where it belongs. I weighed three: 117, 118 and 121 g. For five in a box at this price I am happy.",
	},
	{
		tool: "truing-stand",
		rating: 4,
		text: "It takes my 148 mm rear wheel without an adapter. The knob has a dead spot of about a quarter turn, and after a week the hand knows. Heavy to put away, so I no longer do.",
	},
	{
		tool: "master-link-pliers",
		rating: 4,
		text: "Closing is as useful as opening: no more standing on the pedal and hoping. They could be a few millimeters slimmer for the lower run of a short chainstay.",
	},
	{
		tool: "y-hex-key",
		rating: 4,
		text: "A present for a nephew who builds bikes from the dumpster. He uses it more than the expensive set. The print of the sizes is wearing off, but by now he knows which arm is which.",
		drawing: "pannier",
	},
	{
		tool: "chain-checker",
		rating: 4,
		text: "Clear, cheap and quick to use. I would like a hole big enough for a key ring, since it slides to the bottom of every drawer I own.",
	},
	{
		tool: "pedal-wrench",
		rating: 4,
		text: "Long enough to feel unfair to the pedal. It is heavier than it looks, so it stays at home. The dipped handle smelled of rubber for a week and then stopped.",
	},
	{
		tool: "cable-cutter",
		rating: 3,
		text: "Cuts brake wire beautifully. On old lined housing it pinched the plastic a little, and I had to trim with a knife. Maybe mine is harder than most, it was from the nineties.",
	},
	{
		tool: "headset-press",
		rating: 3,
		text: "The press is straight and strong, but the drifts for bearings are extra and nobody sells them singly. Read the list of what is in the box before you plan your Saturday.",
		answer:
			"We've moved the sentence about the drifts up the page. Tell us which bearing you have and we'll look for a pair.",
	},
	{
		tool: "bottom-bracket-tool",
		rating: 4,
		text: "A closed ring is so much better than an open hook. I use it with a 3/8 drive and a washer behind the bolt so that it cannot tip. The print could be larger than it is.",
	},
	{
		tool: "hex-key-set",
		rating: 3,
		text: "Nice keys, stiff holder. For the first week I needed two hands and a table edge to get the 3 mm out. It has loosened since, so I keep them.",
	},
	{
		tool: "spoke-wrench",
		rating: 4,
		text: "I bought two: one for the bench, one for the touring bag. Both are snug on my 3.3 nipples. Mark the side you use, it is easy to grab the wrong one.",
	},
	{
		tool: "torque-wrench",
		rating: 5,
		text: "Checked it against the calibrated one at work at 6 and at 20 Nm, and it was within two percent at both. For the price of a good dinner that is hard to argue with.",
		drawing: "note",
	},
	{
		tool: "digital-caliper",
		rating: 2,
		text: "It measures well but the battery died after three weeks, and I am sure that I switched it off. A new cell is cheap, but I would rather have a slide that needs none.",
		answer:
			"Some cells of that batch were old when they came to us. If yours is one of them, write to us and we'll send you two.",
	},
	{
		tool: "chain-breaker",
		rating: 4,
		text: "The sliding handle gives leverage on one side and clears the spokes on the other. I have done nine chains with it and the pin is still straight. It does want a drop of oil.",
	},
	{
		tool: "chain-whip",
		rating: 3,
		text: "It does the job, but the loose end scratched my largest sprocket before I understood where to start. A picture in the box would have saved me the touch-up paint.",
	},
	{
		tool: "floor-pump",
		rating: 5,
		text: "Bought for a household of seven bikes, and it has been leaned on by everyone since. The wooden handle is warm in a cold shed, and that turns out to matter.",
	},
	{
		tool: "cassette",
		rating: 3,
		text: "Shifts well and wears slowly, but the carrier for the three large sprockets creaked until I greased the back of it. 318 g on the label, 324 on my scale.",
	},
	{
		tool: "multi-tool",
		rating: 4,
		text: "Everything I need on the road and nothing that I do not. The screwdrivers are short, so a sunken limit screw is out of reach. The hinge screws can be tightened, which I like.",
	},
	{
		tool: "chain",
		rating: 5,
		text: "Fitted with the pliers and checked with the gauge from the same parcel. 700 km of gravel later the gauge still does not drop in. I have two more in the drawer.",
	},
	{
		tool: "cassette-lockring-tool",
		rating: 3,
		text: "A well made tool. Mind that it is a fixed handle: my workshop has a torque wrench with a socket, and 40 Nm by feel is not my strength. I should have read that first.",
	},
];
