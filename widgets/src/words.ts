/** The elements' texts in five languages; `#` is a placeholder. */

export type Messages = [
	purchase: string,
	minimum: string,
	stock: string,
	soldOut: string,
	checked: string,
	retired: string,
	tools: string,
	from: string,
	versions: string,
	stars: string,
	verified: string,
	empty: string,
	reviews: string,
];

/** Languages, each followed by its texts in the order of the type above: one string compresses best. */
const packedMessages = (
	"en|Purchase|Minimum #|# in stock|Sold out|Stock checked #|No longer sold|All tools|from #|# versions|# out of 5 stars|Verified purchase|No reviews yet|All reviews|" +
	"de|Kaufen|Mindestens #|# auf Lager|Ausverkauft|Bestand geprüft #|Ausgelaufen|Alle Werkzeuge|ab #|# Ausführungen|# von 5 Sternen|Geprüfter Kauf|Noch keine Bewertungen|Alle Bewertungen|" +
	"fr|Acheter|Minimum #|# en stock|Épuisé|Stock vérifié #|Plus en vente|Tous les outils|dès #|# versions|# étoiles sur 5|Achat vérifié|Aucun avis|Tous les avis|" +
	"es|Comprar|Mínimo #|# en stock|Agotado|Stock revisado #|Ya no se vende|Ver herramientas|desde #|# versiones|# de 5 estrellas|Compra verificada|Sin opiniones|Ver opiniones|" +
	"nl|Kopen|Minimaal #|# op voorraad|Uitverkocht|Voorraad gecheckt #|Niet meer te koop|Alle gereedschap|vanaf #|# uitvoeringen|# van 5 sterren|Geverifieerd|Nog geen reviews|Alle reviews"
).split("|");

/** The number of entries of a language: its name and its texts. */
const textsPerLanguage = 14;

/** The supported languages. */
export const languages: readonly string[] = /* @__PURE__ */ packedMessages.filter(
	(_, index) => index % textsPerLanguage === 0,
);

/** A language as the elements use it: a tag for Intl and the texts of the closest supported language. */
export interface Locale {
	/** A BCP 47 tag for Intl. */
	tag: string;
	/** The language of the texts. */
	language: string;
	messages: Messages;
}

/** The texts for a language tag; English if the tag is invalid or not supported. */
export function localeFor(languageTag?: string): Locale {
	let tag = languageTag || "en";
	try {
		new Intl.Locale(tag);
	} catch {
		tag = "en";
	}
	const index = Math.max(0, packedMessages.indexOf(tag.toLowerCase().split("-")[0] as string));
	const [language, ...messages] = packedMessages.slice(index, index + textsPerLanguage) as [
		string,
		...Messages,
	];
	return { tag, language, messages };
}
