interface Props {
	label: string;
	/** One line high, so that the content that replaces it does not shift the layout. */
	inline?: boolean;
}

/** A loading indicator with a label, announced by screen readers. */
export function Spinner({ label, inline = false }: Props) {
	return (
		<p role="status" className={`flex items-center gap-3 ${inline ? "" : "py-8"}`}>
			<span className="spinner" aria-hidden="true" />
			{label}
		</p>
	);
}
