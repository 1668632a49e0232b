/** The data of public pages that show tools and reviews together, in one round trip each. */
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import * as v from "valibot";
import { families, familyPictures } from "../../db/family-tables.ts";
import { makers } from "../../db/maker-tables.ts";
import { categories, tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { toPrice } from "../../values/money.ts";
import { decodeCursor } from "../../values/paging.ts";
import {
	categoriesQuery,
	newestQuery,
	sortCategories,
	wholeCountsQuery,
} from "../catalogue/catalogue.server.ts";
import type { Category } from "../catalogue/catalogue.ts";
import { toCapabilities } from "../fit/capability-rows.ts";
import {
	maxRelated,
	neededToolsQuery,
	relatedToolsQuery,
	replacementQuery,
} from "../jobs/tool-jobs.server.ts";
import type { Companion } from "../jobs/tool-jobs.ts";
import { type StoredQuestion, toolQuestionCount } from "../questions/question-states.ts";
import { storedQuestions } from "../questions/questions.ts";
import { homeToolCount } from "../settings/home.ts";
import { numberOfTool, subjectOf, wasListed } from "../tools/addresses.server.ts";
import { canOrder } from "../tools/availability.ts";
import { type MakerFields, toMaker } from "../tools/makers.ts";
import {
	addressOf,
	bestSellersQuery,
	factsOf,
	homeToolsQuery,
	type ToolRow,
	toCard,
	toListedTool,
	toPart,
} from "../tools/tools.server.ts";
import { bestSellerCount, type KitOfPart, type ListedTool, savingOf } from "../tools/tools.ts";
import type { Family } from "../tools/variants.ts";
import {
	countsByReason,
	hiddenQuery,
	reviewsQuery,
	toolReviewsQuery,
	toReview,
	toReviewPage,
} from "./reviews.server.ts";
import { homeReviewCount, type Review, toolReviewCount } from "./reviews.ts";
import type { ToolImage, ToolPage } from "./tool-page.ts";

/** The categories, the tools that staff have chosen and the newest, reviews, and the best sellers, for the home page. */
export async function loadHomePage(): Promise<{
	categories: Category[];
	tools: ListedTool[];
	bestSellers: ListedTool[];
	reviews: Review[];
	/** How many tools a sale has reduced. */
	onSale: number;
}> {
	const {
		categories,
		chosen,
		newest,
		best,
		reviews,
		counts: [counts],
	} = await batch({
		categories: categoriesQuery(),
		chosen: homeToolsQuery(),
		newest: newestQuery(homeToolCount),
		// Some may be sold out.
		best: bestSellersQuery(2 * bestSellerCount),
		reviews: reviewsQuery({ limit: homeReviewCount, cursor: undefined }),
		counts: wholeCountsQuery(),
	});
	return {
		categories: sortCategories(categories),
		tools: firstOfEach([...chosen, ...newest], ({ id }) => id)
			.slice(0, homeToolCount)
			.map((row) => toCard(row)),
		bestSellers: firstOfEach(best, ({ id }) => id)
			.map((row) => toCard(row))
			.filter(canOrder)
			.slice(0, bestSellerCount),
		reviews: reviews.slice(0, homeReviewCount).map(toReview),
		onSale: counts?.onSaleCount ?? 0,
	};
}

/**
 * A tool with what its page shows, also one that is no longer sold; undefined if there is no such tool or it is a draft.
 * `address` is its address, a former one or its id. `cursor` is that of a page of its reviews; an invalid one is ignored.
 */
export async function loadToolPage(
	address: string,
	companions: readonly Companion[] = [],
	cursor: string | null = null,
): Promise<ToolPage | undefined> {
	const subject = subjectOf(address);
	const after = decodeCursor(cursor);
	const {
		tool: [row],
		needed,
		related,
		replacement: [replacement],
		hidden,
		reviews,
	} = await batch({
		tool: database()
			.select({
				...getTableColumns(tools),
				// `batch` needs a distinct name for each column.
				category: categories.name.getSQL().as<string | null>("category"),
				kits: sql<string>`${selectKits}`.as("kits"),
				questions: sql`${selectQuestions}`.mapWith(fromJson<StoredQuestion[]>).as("questions"),
				ofFamily: {
					slug: families.slug.getSQL().as<string | null>("family_slug"),
					name: families.name.getSQL().as<string | null>("family_name"),
					description: families.description.getSQL().as<string | null>("family_text"),
					maker: families.maker.getSQL().as<string | null>("family_maker"),
					options: sql`${families.options}`.mapWith(families.options).as("family_options"),
					variants: sql`${families.variants}`.mapWith(families.variants).as("family_variants"),
					images: sql<string>`${selectPictures}`.as("family_images"),
				},
				made: {
					name: makers.name.getSQL().as<string | null>("maker_name"),
					address: makers.address.getSQL().as<string | null>("maker_address"),
					contact: makers.contact.getSQL().as<string | null>("maker_contact"),
					country: makers.country.getSQL().as<string | null>("maker_country"),
					responsibleName: makers.responsibleName.getSQL().as<string | null>("responsible_name"),
					responsibleAddress: makers.responsibleAddress
						.getSQL()
						.as<string | null>("responsible_address"),
					responsibleContact: makers.responsibleContact
						.getSQL()
						.as<string | null>("responsible_contact"),
				},
			})
			.from(tools)
			.leftJoin(families, eq(families.id, tools.familyId))
			.leftJoin(categories, eq(categories.slug, tools.categorySlug))
			.leftJoin(makers, sql`${makers.name} = coalesce(${tools.maker}, ${families.maker})`)
			.where(and(eq(tools.number, numberOfTool(address)), wasListed())),
		needed: neededToolsQuery(address, companions),
		related: relatedToolsQuery(address),
		replacement: replacementQuery(address),
		hidden: hiddenQuery(subject),
		reviews: toolReviewsQuery(subject, { limit: toolReviewCount, cursor: after }),
	});
	if (!row) return undefined;
	const tool = toListedTool(row);
	const { questions } = row;
	const family = familyOf(row.ofFamily);
	const neededTools = needed.map(({ need, ...other }) => ({
		tool: toListedTool(other),
		for: companions[need]?.for ?? "",
	}));
	const isShown = new Set(neededTools.map((needed) => needed.tool._id));
	if (replacement) isShown.add(replacement.id);
	return {
		tool,
		archivedAt: row.archivedAt ?? undefined,
		replacement: replacement && toListedTool(replacement),
		category:
			row.categorySlug && row.category ? { slug: row.categorySlug, name: row.category } : undefined,
		images: imagesOf(row, family, address),
		specifications: row.specifications,
		facts: factsOf({ ...row, maker: row.maker ?? row.ofFamily.maker }),
		...makerOf(row.made),
		...(row.warnings !== null && { warnings: row.warnings }),
		family,
		capabilities: toCapabilities(row.capabilities),
		isGiftCard: row.isGiftCard,
		parts: (row.parts ?? []).map(toPart),
		kits: v.parse(kitList, JSON.parse(row.kits)).map(toKit),
		stars: [row.stars1, row.stars2, row.stars3, row.stars4, row.stars5],
		hiddenReviews: countsByReason(hidden),
		needed: firstOfEach(neededTools, (needed) => needed.tool._id),
		related: firstOfEach(
			related.filter(({ id }) => !isShown.has(id)),
			({ id, familyId }) => familyId ?? id,
		)
			.map((one) => toCard(one))
			.slice(0, maxRelated),
		questions: storedQuestions(questions.slice(0, toolQuestionCount)),
		hasMoreQuestions: questions.length > toolQuestionCount,
		...toReviewPage(reviews, toolReviewCount),
		isFirstPage: after === undefined,
	};
}

/** Parses what a select has made of rows: no one else writes it. */
const fromJson = <Value>(text: string): Value => JSON.parse(text);

/** Selects the newest published questions of a tool, and one more than its page shows. */
const selectQuestions = sql.raw(
	`(
		select json_group_array(
			json_object('author', author, 'text', text, 'createdAt', created_at, 'answer', answer, 'answeredAt', answered_at)
		)
		from (
			select * from questions
			where tool_id = tools.id and state = 'published'
			order by created_at desc, id desc
			limit ${toolQuestionCount + 1}
		)
	)`,
);

/** Selects the listed kits that a tool is in. They are few. */
const selectKits = sql.raw(
	`(
		select json_group_array(json_object(
			'id', kit.id, 'slug', kit.slug, 'name', kit.name, 'image', kit.image, 'cents', kit.price_cents,
			'parts', json(kit.parts)
		))
		from bundle_parts
		join tools as kit on kit.id = bundle_parts.bundle_id
		where bundle_parts.part_id = tools.id and kit.archived_at is null
	)`,
);

const kitList = v.array(
	v.object({
		id: v.string(),
		slug: v.nullable(v.string()),
		name: v.string(),
		image: v.string(),
		cents: v.number(),
		parts: v.array(
			v.object({
				id: v.string(),
				quantity: v.number(),
				name: v.string(),
				slug: v.nullable(v.string()),
				image: v.string(),
				priceCents: v.number(),
				minOrderQuantity: v.number(),
			}),
		),
	}),
);

function toKit(row: v.InferOutput<typeof kitList>[number]): KitOfPart {
	const { id, slug, name, image, cents, parts: stored } = row;
	const price = toPrice(cents);
	const saving = savingOf({ price }, stored.map(toPart));
	return {
		_id: id,
		name,
		image,
		price,
		parts: stored.map((part) => part.id).toSorted(),
		...addressOf({ slug }),
		...(saving && { less: saving.less }),
	};
}

/** Converts the maker of a tool, if the shop has its addresses. */
function makerOf(row: Record<keyof MakerFields, string | null>): Pick<ToolPage, "maker"> {
	const { name, address, contact, country, ...responsible } = row;
	if (name === null || address === null || contact === null || country === null) return {};
	const { responsibleName, responsibleAddress, responsibleContact } = responsible;
	return {
		maker: toMaker({
			name,
			address,
			contact,
			country,
			responsibleName: responsibleName ?? "",
			responsibleAddress: responsibleAddress ?? "",
			responsibleContact: responsibleContact ?? "",
		}),
	};
}

/** Selects the pictures of a family as JSON. */
const selectPictures = sql`(
	select json_group_array(
		json_object('image', ${familyPictures.image}, 'alt', ${familyPictures.alt})
		order by ${familyPictures.position}
	)
	from ${familyPictures}
	where ${familyPictures.familyId} = ${tools.familyId}
)`;

const pictureList = v.array(v.object({ image: v.string(), alt: v.string() }));

/**
 * The pictures of a tool, then those of its family. At the address of the family, where no tool is chosen yet, they come
 * first.
 */
function imagesOf(
	row: Pick<ToolRow, "name" | "image" | "imageAlt" | "furtherImages">,
	family: Family | undefined,
	address: string,
): ToolImage[] {
	const own = [{ image: row.image, alt: row.imageAlt }, ...row.furtherImages];
	const ofFamily = (family?.images ?? []).map(({ image, alt }) => ({
		image,
		alt: alt || family?.name || "",
	}));
	const all = family?.slug === address ? [...ofFamily, ...own] : [...own, ...ofFamily];
	return firstOfEach(all, ({ image }) => image).map(({ image, alt }) => ({
		image,
		alt: alt || all.find((other) => other.image === image && other.alt)?.alt || row.name,
	}));
}

type FamilyColumns = Pick<typeof families.$inferSelect, "options" | "variants"> &
	Record<"slug" | "name" | "description" | "maker", string | null> & { images: string };

/** Converts the family of a tool, if it has one, to what its page shows. */
function familyOf(row: FamilyColumns): Family | undefined {
	const { slug, name, description, maker, options, variants, images } = row;
	if (slug === null || name === null) return undefined;
	return {
		slug,
		name,
		description: description ?? "",
		options,
		images: v.parse(pictureList, JSON.parse(images)),
		...(maker !== null && { maker }),
		variants: variants.map(
			({ id, slug, priceCents, inStock, sku, capabilities, contents, ...shown }) => ({
				_id: id,
				price: toPrice(priceCents),
				available: inStock === 1,
				...shown,
				...addressOf({ slug }),
				...(sku !== null && { sku }),
			}),
		),
	};
}

/** One tool may be needed for several things, and may be related in two ways. */
function firstOfEach<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
	return [...Map.groupBy(items, idOf).values()].flatMap(([first]) => (first ? [first] : []));
}
