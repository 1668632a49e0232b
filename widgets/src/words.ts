/** The elements' own words in five languages; `#` stands for what is put in. */

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

/** Languages, each followed by its words in the order of the type above: one string packs best. */
const texts = (
	"en|Purchase|Minimum #|# in stock|Sold out|Stock checked #|No longer sold|All tools|# out of 5 stars|Verified purchase|No reviews yet|All reviews|" +
	"de|Kaufen|Mindestens #|# auf Lager|Ausverkauft|Bestand geprüft #|Ausgelaufen|Alle Werkzeuge|# von 5 Sternen|Geprüfter Kauf|Noch keine Bewertungen|Alle Bewertungen|" +
	"fr|Acheter|Minimum #|# en stock|Épuisé|Stock vérifié #|Plus en vente|Tous les outils|# étoiles sur 5|Achat vérifié|Aucun avis|Tous les avis|" +
	"es|Comprar|Mínimo #|# en stock|Agotado|Stock revisado #|Ya no se vende|Ver herramientas|# de 5 estrellas|Compra verificada|Sin opiniones|Ver opiniones|" +
	"nl|Kopen|Minimaal #|# op voorraad|Uitverkocht|Voorraad gecheckt #|Niet meer te koop|Alle gereedschap|# van 5 sterren|Geverifieerd|Nog geen reviews|Alle reviews"
).split("|");

/** A language and its words are this many texts. */
const share = 12;

/** The languages there are words for. */
export const languages: readonly string[] = /* @__PURE__ */ texts.filter(
	(_, place) => place % share === 0,
);

/** A language as the elements use it: a tag for Intl, and the words of the nearest language there is. */
export interface Speech {
	/** BCP 47 tag that Intl takes. */
	tag: string;
	/** Language of the words. */
	of: string;
	words: Words;
}

/** The speech of a language tag; English where the tag is none or nobody has put it into words. */
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
