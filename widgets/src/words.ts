/** The elements' texts in five languages; `#` is a placeholder. */

export type Words = [
	purchase: string,
	minimum: string,
	stock: string,
	soldOut: string,
	checked: string,
	retired: string,
	tools: string,
	stars: string,
	verified: string,
	empty: string,
	reviews: string,
];

/** Languages, each followed by its texts in the order of the type above: one string compresses best. */
const texts = (
	"en|Purchase|Minimum #|# in stock|Sold out|Stock checked #|No longer sold|All tools|# out of 5 stars|Verified purchase|No reviews yet|All reviews|" +
	"de|Kaufen|Mindestens #|# auf Lager|Ausverkauft|Bestand geprüft #|Ausgelaufen|Alle Werkzeuge|# von 5 Sternen|Geprüfter Kauf|Noch keine Bewertungen|Alle Bewertungen|" +
	"fr|Acheter|Minimum #|# en stock|Épuisé|Stock vérifié #|Plus en vente|Tous les outils|# étoiles sur 5|Achat vérifié|Aucun avis|Tous les avis|" +
	"es|Comprar|Mínimo #|# en stock|Agotado|Stock revisado #|Ya no se vende|Ver herramientas|# de 5 estrellas|Compra verificada|Sin opiniones|Ver opiniones|" +
	"nl|Kopen|Minimaal #|# op voorraad|Uitverkocht|Voorraad gecheckt #|Niet meer te koop|Alle gereedschap|# van 5 sterren|Geverifieerd|Nog geen reviews|Alle reviews"
).split("|");

/** The number of entries of a language: its name and its texts. */
const share = 12;

/** The supported languages. */
export const languages: readonly string[] = /* @__PURE__ */ texts.filter(
	(_, place) => place % share === 0,
);

/** A language as the elements use it: a tag for Intl and the texts of the closest supported language. */
export interface Speech {
	/** A BCP 47 tag for Intl. */
	tag: string;
	/** The language of the texts. */
	of: string;
	words: Words;
}

/** The texts for a language tag; English if the tag is invalid or not supported. */
export function speech(asked?: string): Speech {
	let tag = asked || "en";
	try {
		new Intl.Locale(tag);
	} catch {
		tag = "en";
	}
	const place = Math.max(0, texts.indexOf(tag.toLowerCase().split("-")[0] as string));
	const [of, ...words] = texts.slice(place, place + share) as [string, ...Words];
	return { tag, of, words };
}
