/** The package's main entry: the classes, without registering them. */
// biome-ignore-all lint/performance/noBarrelFile: a package's entry is what the rule calls a barrel
export type { ReviewData, ToolData } from "./data.ts";
export type { ElementEvents } from "./events.ts";
export type { ErrorCode } from "./load.ts";
export { ReviewFeed } from "./review-feed.ts";
export { ToolCard } from "./tool-card.ts";
export { upgrade } from "./upgrade.ts";
