/** The names of countries that take an article within a sentence. */
const withArticle =
	/^(United |Netherlands$|Philippines$|Bahamas$|Gambia$|Maldives$|Comoros$|Isle of )| (Islands|Republic|Territory|Territories|Netherlands)$/;

/** A country's name within a sentence: "the United States", "Germany". */
export function countryInText(name: string): string {
	return withArticle.test(name) ? `the ${name}` : name;
}
