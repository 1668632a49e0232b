/** A bike in an address: a query parameter for each dimension, such as `?cassette=xd&tire-width=28`. */
import type { Bike } from "./fit.ts";
import { findStandard, type Vocabulary } from "./standards.ts";

/** The dimensions that a rider chooses, as `content/standards` has them. A test compares the two. */
export const bikeDimensions = [
	"bottom-bracket",
	"crank",
	"cassette",
	"chain",
	"pedal",
	"brake",
	"rotor",
	"wheel",
	"headset",
	"axle-front",
	"axle-rear",
	"hub",
	"valve",
	"tire",
	"tire-width",
	"spoke-nipple",
] as const;

/** What a value may look like. Whether there is such a standard only the vocabulary knows. */
export const bikeValuePattern: RegExp = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Tires are at most this wide, in mm. */
const maxNumber = 200;

/** Reads a bike from the parameters of these dimensions. What the vocabulary does not know is left out. */
export function readBike(
	params: URLSearchParams,
	dimensionIds: readonly string[],
	{ dimensions }: Vocabulary,
): Bike {
	const chosen = dimensionIds.flatMap((id): [string, string | number][] => {
		const [dimension, value] = [dimensions[id], params.get(id)];
		if (!dimension?.ofTheBike || !value) return [];
		if (dimension.unit !== undefined) {
			return /^\d{1,3}$/.test(value) && Number(value) <= maxNumber ? [[id, Number(value)]] : [];
		}
		return findStandard(dimension, value) ? [[id, value]] : [];
	});
	return Object.fromEntries(chosen);
}

/** The most tools that are asked for at once. */
const maxMarkedTools = 50;

/** What the list of tools in an address looks like. A point after the id stands for all tools of its family. */
export const markedToolsPattern: RegExp = new RegExp(
	`^[\\w-]{1,64}\\.?(,[\\w-]{1,64}\\.?){0,${maxMarkedTools - 1}}$`,
);

/** Reads the bike of a request: the query of an address of /fit. */
export function bikeOfQuery(query: string, vocabulary: Vocabulary): Bike {
	return readBike(new URLSearchParams(query), bikeDimensions, vocabulary);
}

/** A saved bike names the answers of /fit beside its dimensions. */
const maxBikeParts = bikeDimensions.length + 3;

const bikeParamPattern = new RegExp(
	`^[a-z-]+:${bikeValuePattern.source.slice(1, -1)}(,[a-z-]+:${bikeValuePattern.source.slice(1, -1)}){0,${maxBikeParts - 1}}$`,
);

/** The longest bike in one parameter. */
const maxBikeParamLength = 600;

/** A bike as one parameter, `cassette:xd,chain:11`, with its dimensions in their order. */
export function toBikeParam(bike: Bike): string {
	return bikeDimensions
		.flatMap((id) => (bike[id] === undefined ? [] : [`${id}:${bike[id]}`]))
		.join(",");
}

/** Returns a bike's parameter in its one form, without unknown dimensions; undefined if it is none. */
export function normalizeBikeParam(param: string | undefined): string | undefined {
	if (!param || param.length > maxBikeParamLength || !bikeParamPattern.test(param))
		return undefined;
	return toBikeParam(partsOf(param)) || undefined;
}

/** Reads a bike's parameter. What the vocabulary does not know is left out. */
export function bikeOfParam(param: string, vocabulary: Vocabulary): Bike {
	return readBike(new URLSearchParams(partsOf(param)), bikeDimensions, vocabulary);
}

function partsOf(param: string): Record<string, string> {
	return Object.fromEntries(
		param.split(",").map((part) => {
			const [id = "", value = ""] = part.split(":");
			return [id, value];
		}),
	);
}
