interface Props {
	label: string;
	/** In the place of something one line high, which it must not move. */
	inline?: boolean;
}

/** A busy sign with words for those who don't see it. */
export function Spinner({ label, inline = false }: Props) {
	return (
		<p role="status" className={`flex items-center gap-3 ${inline ? "" : "py-8"}`}>
			<span className="loading loading-spinner" aria-hidden="true" />
			{label}
		</p>
	);
}
