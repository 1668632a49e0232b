/** What a tool's page shows. */

import type { Cursor } from "../../values/paging.ts";
import type { Capability } from "../fit/capabilities.ts";
import type { Question } from "../questions/questions.ts";
import type { Maker } from "../tools/makers.ts";
import type { KitOfPart, ListedTool, Tool, ToolFacts, ToolPart } from "../tools/tools.ts";
import type { Family } from "../tools/variants.ts";
import type { CountsByReason } from "./hidden-reasons.ts";
import type { Review } from "./reviews.ts";

export interface ToolImage {
	image: string;
	alt: string;
}

export interface ToolPage {
	tool: Tool;
	/** The tools from which it differs by options, with itself; undefined for a tool of its own. */
	family: Family | undefined;
	/** Since when it is no longer sold; undefined if it is. */
	archivedAt: Date | undefined;
	/** The tool to buy instead of one that is no longer sold. */
	replacement: Tool | undefined;
	category: { slug: string; name: string } | undefined;
	/** The first is the tool's own. */
	images: ToolImage[];
	specifications: { name: string; value: string }[];
	facts: ToolFacts;
	/** Its maker, if the shop has the addresses. */
	maker?: Maker;
	/** Warnings and information about safety. */
	warnings?: string;
	capabilities: Capability[];
	/** Whether its pieces become gift cards. */
	isGiftCard: boolean;
	/** What a bundle is made of. */
	parts: ToolPart[];
	/** The kits that it comes in. */
	kits: KitOfPart[];
	/** How many reviews have one star, two stars and so on. */
	stars: number[];
	/** How many are hidden, by reason. */
	hiddenReviews: CountsByReason;
	/** What jobs take beside this tool, and what for. */
	needed: { tool: Tool; for: string }[];
	related: ListedTool[];
	/** The newest questions that are published. */
	questions: Question[];
	hasMoreQuestions: boolean;
	/** A page of its reviews, newest first. */
	reviews: Review[];
	isFirstPage: boolean;
	next: Cursor | undefined;
}
