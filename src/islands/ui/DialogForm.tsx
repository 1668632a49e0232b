import type { ReactNode, SubmitEvent } from "react";
import { FieldError } from "./Field.tsx";
import { FormActions } from "./FormActions.tsx";
import { Modal } from "./Modal.tsx";
import { SubmitButton } from "./SubmitButton.tsx";

interface Props {
	title: string;
	sending: boolean;
	/** Called with the prevented submit. */
	onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
	onClose: () => void;
	/** What Cancel does instead, where it only goes a step back, and its label. */
	back?: { label: string; run: () => void } | undefined;
	/** Whether Escape and Cancel close it now: by default, while nothing is sent. */
	canClose?: () => boolean;
	submitLabel: string;
	busyLabel: string;
	disabled?: boolean;
	/** Why the form can't be submitted now. */
	disabledReason?: string | undefined;
	/** The error that belongs to no field. */
	formError?: string | undefined;
	/** The fields. */
	children: ReactNode;
}

/** A dialog with a form, its Cancel and its submit button. */
export function DialogForm({ title, sending, onSubmit, onClose, submitLabel, ...props }: Props) {
	const { canClose = () => !sending, formError, children, busyLabel, back, ...button } = props;
	return (
		<Modal title={title} onClose={onClose} canClose={canClose}>
			<form
				noValidate
				method="post"
				className="grid gap-5 pt-5"
				onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
					event.preventDefault();
					onSubmit(event);
				}}
			>
				{children}
				<FieldError message={formError} />
				<FormActions
					sending={sending}
					onCancel={back?.run ?? (() => canClose() && onClose())}
					{...(back && { cancelLabel: back.label })}
				>
					<SubmitButton busy={sending} busyLabel={busyLabel} {...button}>
						{submitLabel}
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}
