/** A busy sign with words for those who don't see it. */
export function Spinner({ label }: { label: string }) {
	return (
		<p role="status" className="flex items-center gap-3 py-8">
			<span className="loading loading-spinner" aria-hidden="true" />
			{label}
		</p>
	);
}
