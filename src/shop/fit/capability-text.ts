/**
 * What a tool fits, as a text that people and files write: a line for each capability, such as
 * `remove bottom-bracket: bsa-24-44, not t47`, `torque: 2..25` or `also cut chain: 11`.
 */
import type { Capability } from "./capabilities.ts";
import { actions } from "./standards.ts";

/** Returns the text of capabilities. */
export function formatCapabilities(capabilities: readonly Capability[]): string {
	return capabilities.map(formatCapability).join("\n");
}

function formatCapability(capability: Capability): string {
	const { action, dimension, standards, except, from, to, madeFor } = capability;
	const what = [...(madeFor ? [] : ["also"]), action, ...(dimension ? [dimension] : [])].join(" ");
	const values =
		from === undefined ? [...standards, ...except.map((one) => `not ${one}`)] : [`${from}..${to}`];
	return `${what}: ${values.join(", ")}`;
}

const line = /^(also\s+)?([a-z]+)(?:\s+([a-z0-9-]+))?\s*:\s*(.*)$/;
const range = /^(\d+(?:\.\d+)?)\s*\.\.\s*(\d+(?:\.\d+)?)$/;

/** Reads what `formatCapabilities` writes. Returns the first line that it can't read as a text. */
export function parseCapabilities(text: string): Capability[] | string {
	const lines = text.split(/\r\n|\r|\n|;/).map((one) => one.trim());
	const found: Capability[] = [];
	for (const one of lines.filter(Boolean)) {
		const capability = parseCapability(one);
		if (!capability) return one;
		found.push(capability);
	}
	return found;
}

function parseCapability(text: string): Capability | undefined {
	const [, also, word, dimension, written = ""] = line.exec(text.toLowerCase()) ?? [];
	const action = actions.find((one) => one === word);
	if (!action) return undefined;
	const base = { action, ...(dimension && { dimension }), madeFor: !also };
	const [, from, to] = range.exec(written) ?? [];
	if (from !== undefined)
		return { ...base, standards: [], except: [], from: Number(from), to: Number(to) };
	const named = written.split(",").flatMap((one) => one.trim() || []);
	const excluded = /^not\s+/;
	return {
		...base,
		standards: named.filter((one) => !excluded.test(one)),
		except: named.filter((one) => excluded.test(one)).map((one) => one.replace(excluded, "")),
	};
}
