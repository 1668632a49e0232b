/** What the requests are about: people, tools, an image, a review and two orders. */
import { encodeCursor } from "../../../src/values/paging.ts";
import { placePaidLine } from "../../helpers/payments.ts";
import { addTool, placeLine, signUpByApi } from "../../helpers/shop.ts";
import { redAndBlue } from "../image-bytes.ts";
import { realDatabase } from "../record-statements.ts";
import type { Recorder } from "./recorder.ts";

export type Scenario = Awaited<ReturnType<typeof setUp>>;

/** Stores what the requests are about. Uploading and reviewing are requests themselves. */
export async function setUp(recorder: Recorder) {
	const { send } = recorder;
	const cursor = encodeCursor({ value: Date.now() + 1_000_000, id: "x" });
	const admin = await signUpByApi({ role: "admin" });
	const rider = await signUpByApi({ verified: true });
	const tool = await addTool({ name: "Torque wrench", quantity: 50 });
	const otherTool = await addTool({ name: "Chain breaker" });
	const soldOut = await addTool({ name: "Cone spanner", quantity: 0 });
	await realDatabase.batch([
		realDatabase.prepare("insert into categories (slug, name) values ('wheels', 'Wheels')"),
		realDatabase.prepare("update tools set category_slug = 'wheels' where id = ?").bind(tool),
	]);
	const { payment: settled } = await placePaidLine(rider, tool);
	const unpaid = await placeLine(rider, tool);

	// Images.
	const form = new FormData();
	form.set("image", new File([await redAndBlue()], "image.png", { type: "image/png" }));
	const uploaded = await send("/api/images", { as: admin, body: form });
	const image: string = uploaded.body.data.url;
	await send(image);
	await send(`${image}?w=160`, { note: "smaller" });
	await send(`${image}?w=1200x630`, { note: "for links" });
	const ownForm = new FormData();
	ownForm.set("image", new File([await redAndBlue(65, 32)], "image.png", { type: "image/png" }));
	const own = await send("/api/images", {
		as: rider,
		body: ownForm,
		note: "of a customer",
	});
	const ownImage: string = own.body.data.url;

	// Reviews.
	const review = { name: 5, image: ownImage, description: "Good" };
	await send("/api/rating", { as: rider, body: review, note: "of the shop" });
	const rated = await send("/api/rating", {
		as: rider,
		body: { ...review, productCode: tool },
	});
	return {
		...recorder,
		cursor,
		admin,
		rider,
		tool,
		otherTool,
		soldOut,
		settled,
		unpaid,
		image,
		rated,
	};
}
