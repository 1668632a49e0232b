/** A text of src/messages*.ts with what stands at its {}, such as a link: a translation puts it elsewhere. */
import type { ReactNode } from "react";

export function Sentence({ text, children }: { text: string; children: ReactNode }) {
	const [before, after] = text.split("{}");
	return (
		<>
			{before}
			{children}
			{after}
		</>
	);
}
