import * as messages from "../../messages.ts";
import { FieldError } from "./Field.tsx";

interface Props {
	message: string;
	onRetry: () => void;
}

/** An error message with a button to try again. */
export function ErrorWithRetry({ message, onRetry }: Props) {
	return (
		<div className="grid justify-items-start gap-4 py-4">
			<FieldError message={message} />
			<button type="button" className="btn btn-primary" onClick={onRetry}>
				{messages.tryAgain}
			</button>
		</div>
	);
}
