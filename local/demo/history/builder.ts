/** What all rows of the history are made with. */
import type { Random } from "./random.ts";
import type { HistoryRows } from "./rows.ts";

export const staff = { manager: "demo-manager", packer: "demo-packer" } as const;

export type OrderRow = HistoryRows["orders"][number];

export interface Builder {
	random: Random;
	now: number;
	rows: HistoryRows;
	/** The image of a tool. */
	imageOf: (slug: string) => string;
}
