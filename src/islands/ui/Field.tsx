import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";

interface FieldProps {
	/** The field's id; by default one of its own. */
	id?: string | undefined;
	label: string;
	/** The error message, shown below the field. */
	error?: string | undefined;
	hint?: string | undefined;
}

/** Connects an input to its label, hint and error message. */
interface ControlProps {
	id: string;
	"aria-invalid": true | undefined;
	"aria-describedby": string | undefined;
}

/** The layout of every field: label above, hint and error message below. */
export function FieldLayout({
	id: givenId,
	label,
	error,
	hint,
	children,
}: FieldProps & { children: (controlProps: ControlProps) => ReactNode }) {
	const ownId = useId();
	const id = givenId ?? ownId;
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

/** An input with label, hint and error message. */
export function Field({ id, label, error, hint, ...input }: FieldProps & ComponentProps<"input">) {
	return (
		<FieldLayout id={id} label={label} error={error} hint={hint}>
			{(controlProps) => (
				<input
					{...input}
					{...controlProps}
					className="input w-full text-base"
					onWheel={input.type === "number" ? blurOnWheel : undefined}
				/>
			)}
		</FieldLayout>
	);
}

/** A textarea with label, hint and error message. */
export function TextareaField({
	id,
	label,
	error,
	hint,
	...input
}: FieldProps & ComponentProps<"textarea">) {
	return (
		<FieldLayout id={id} label={label} error={error} hint={hint}>
			{(controlProps) => <textarea {...input} {...controlProps} className="area" />}
		</FieldLayout>
	);
}

/** A select with label, hint and error message. */
export function SelectField({
	id,
	label,
	error,
	hint,
	...select
}: FieldProps & ComponentProps<"select">) {
	return (
		<FieldLayout id={id} label={label} error={error} hint={hint}>
			{(controlProps) => <select {...select} {...controlProps} className="choice" />}
		</FieldLayout>
	);
}

/** An input for files, without label and messages. */
export function FileInput({ className = "", ...input }: ComponentProps<"input">) {
	return (
		<input
			{...input}
			type="file"
			className={`w-full rounded-field border border-dashed border-secondary p-3 text-base file:me-3 file:rounded-field file:bg-neutral file:px-3 file:py-2 file:font-semibold file:text-neutral-content ${className}`}
		/>
	);
}

/** Prevents the mouse wheel from changing a focused number input while the page scrolls. */
export function blurOnWheel({ currentTarget }: { currentTarget: HTMLElement }): void {
	currentTarget.blur();
}

/** The error message of a field or a form, in red with an icon. Screen readers announce it when it appears. */
export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
	return (
		<p id={id} role="alert" className="text-error empty:hidden">
			{message && `⚠\u2009${message}`}
		</p>
	);
}
