import { useState } from "react";
import { navigationTexts, homeTexts as texts } from "../../messages/settings.ts";
import { homeToolCount } from "../../shop/settings/home.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { FindTool } from "../order-changes/FindTool.tsx";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { Thumbnail } from "../ui/Thumbnail.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { SettingForm } from "./SettingForm.tsx";
import { useSaveSetting } from "./useSaveSetting.ts";

type Chosen = Pick<Tool, "_id" | "name" | "image">;

interface Props {
	version: number;
	/** The tools that are chosen, and still sold. */
	tools: Chosen[];
	isStored: boolean;
}

/** The tools that stand first on the home page, in their order. */
export function HomeSettings({ version, tools: stored, isStored }: Props) {
	const { errors, sending, save } = useSaveSetting("home", version);
	const [tools, setTools] = useState(stored);
	const disabled = !useHydrated() || sending;
	return (
		<SettingForm
			className="grid max-w-2xl gap-5"
			resetLabel={texts.newest}
			sending={sending}
			errors={errors}
			onSubmit={() => void save({ tools: tools.map(({ _id }) => _id) })}
			onReset={isStored ? () => void save(null) : undefined}
		>
			{tools.length === 0 && <p>{texts.none}</p>}
			<ol className="lines" aria-label={texts.tools}>
				{tools.map((tool, index) => (
					<li key={tool._id}>
						<div className="flex items-center gap-3">
							<Thumbnail image={tool.image} size={40} />
							<span className="min-w-0 flex-1">{tool.name}</span>
							<Button
								look="btn-outline btn-sm"
								disabled={disabled || index === 0}
								aria-label={navigationTexts.moveUp(tool.name)}
								onClick={() => setTools(tools.toSpliced(index, 1).toSpliced(index - 1, 0, tool))}
							>
								<span aria-hidden="true">↑</span>
							</Button>
							<Button
								look="btn-outline btn-sm"
								disabled={disabled}
								aria-label={navigationTexts.remove(tool.name)}
								onClick={() => setTools(tools.toSpliced(index, 1))}
							>
								<span aria-hidden="true">×</span>
							</Button>
						</div>
					</li>
				))}
			</ol>
			<FieldError message={errors.tools} />
			{tools.length < homeToolCount && (
				<FindTool
					inAnyStock
					onChoose={({ _id, name, image }) => {
						if (tools.every((tool) => tool._id !== _id)) setTools([...tools, { _id, name, image }]);
					}}
				/>
			)}
		</SettingForm>
	);
}
