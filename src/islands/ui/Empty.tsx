import type { ReactNode } from "react";
import { type EmptyPicture, emptyPicture } from "./empty-pictures.ts";

interface Props {
	picture: EmptyPicture;
	/** What is not there. */
	text: string;
	/** What it is for, or when it fills. */
	hint?: string;
	/** The next step, as a button. */
	children?: ReactNode;
}

/** Where nothing is yet. components/ui/Empty.astro is the same for pages. */
export function Empty({ picture, text, hint, children }: Props) {
	const image = emptyPicture(picture);
	return (
		<div className="empty">
			{image && <img src={image} alt="" width="240" height="180" className="board-image" />}
			<p className="text-xl font-semibold">{text}</p>
			{hint && <p className="text-quiet">{hint}</p>}
			{children}
		</div>
	);
}
