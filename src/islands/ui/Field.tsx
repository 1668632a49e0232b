import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";

interface Labelled {
	label: string;
	/** What is wrong with it, shown beside it. */
	error: string | undefined;
	hint?: string | undefined;
}

/** What ties an input to its label, hint and message. */
interface Ties {
	id: string;
	"aria-invalid": true | undefined;
	"aria-describedby": string | undefined;
}

/** The frame of every field: label above, hint and message below. */
function Frame({
	label,
	error,
	hint,
	children,
}: Labelled & { children: (ties: Ties) => ReactNode }) {
	const id = useId();
	const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="font-semibold">
				{label}
			</label>
			{children({
				id,
				"aria-invalid": error ? true : undefined,
				"aria-describedby": described || undefined,
			})}
			{hint && (
				<p id={`${id}-hint`} className="text-sm text-quiet">
					{hint}
				</p>
			)}
			<FieldError id={`${id}-error`} message={error} />
		</div>
	);
}

/** A labelled input with its message beside it. */
export function Field({ label, error, hint, ...input }: Labelled & ComponentProps<"input">) {
	return (
		<Frame label={label} error={error} hint={hint}>
			{(ties) => (
				<input
					{...input}
					{...ties}
					className={`input w-full text-base ${error ? "input-error" : ""}`}
					onWheel={input.type === "number" ? keepNumber : undefined}
				/>
			)}
		</Frame>
	);
}

/** A labelled input of several lines. */
export function Area({ label, error, hint, ...input }: Labelled & ComponentProps<"textarea">) {
	return (
		<Frame label={label} error={error} hint={hint}>
			{(ties) => <textarea {...input} {...ties} className={`area ${error ? "area-error" : ""}`} />}
		</Frame>
	);
}

/** A labelled choice of one of several. */
export function Choice({ label, error, hint, ...select }: Labelled & ComponentProps<"select">) {
	return (
		<Frame label={label} error={error} hint={hint}>
			{(ties) => <select {...select} {...ties} className="choice" />}
		</Frame>
	);
}

/** Scrolling the page with the pointer on a focused number must not count it up or down. */
export function keepNumber({ currentTarget }: { currentTarget: HTMLElement }): void {
	currentTarget.blur();
}

/** The message of a field, or of a whole form: red, with a sign, read out when it appears. */
export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
	return (
		<p id={id} role="alert" className="text-error empty:hidden">
			{message && `⚠\u2009${message}`}
		</p>
	);
}
