import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";

interface FieldProps {
	label: string;
	/** What is wrong with it, shown beside it. */
	error: string | undefined;
	hint?: string | undefined;
}

/** What ties an input to its label, hint and message. */
interface ControlProps {
	id: string;
	"aria-invalid": true | undefined;
	"aria-describedby": string | undefined;
}

/** The frame of every field: label above, hint and message below. */
function FieldLayout({
	label,
	error,
	hint,
	children,
}: FieldProps & { children: (controlProps: ControlProps) => ReactNode }) {
	const id = useId();
	const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="font-semibold">
				{label}
			</label>
			{children({
				id,
				"aria-invalid": error ? true : undefined,
				"aria-describedby": describedBy || undefined,
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
export function Field({ label, error, hint, ...input }: FieldProps & ComponentProps<"input">) {
	return (
		<FieldLayout label={label} error={error} hint={hint}>
			{(controlProps) => (
				<input
					{...input}
					{...controlProps}
					className={`input w-full text-base ${error ? "input-error" : ""}`}
					onWheel={input.type === "number" ? blurOnWheel : undefined}
				/>
			)}
		</FieldLayout>
	);
}

/** A labelled input of several lines. */
export function TextareaField({
	label,
	error,
	hint,
	...input
}: FieldProps & ComponentProps<"textarea">) {
	return (
		<FieldLayout label={label} error={error} hint={hint}>
			{(controlProps) => (
				<textarea {...input} {...controlProps} className={`area ${error ? "area-error" : ""}`} />
			)}
		</FieldLayout>
	);
}

/** A labelled choice of one of several. */
export function SelectField({
	label,
	error,
	hint,
	...select
}: FieldProps & ComponentProps<"select">) {
	return (
		<FieldLayout label={label} error={error} hint={hint}>
			{(controlProps) => <select {...select} {...controlProps} className="choice" />}
		</FieldLayout>
	);
}

/** Scrolling the page with the pointer on a focused number must not count it up or down. */
export function blurOnWheel({ currentTarget }: { currentTarget: HTMLElement }): void {
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
