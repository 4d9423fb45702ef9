// A picture as the browser decodes it, or else the JPEG that a camera put into the photo.
import { useState } from "preact/hooks";
import { fileUrl, previewUrl } from "./api";

interface Props {
  copy: number;
  alt: string;
  class?: string;
  size?: number;
  onShown?: (image: HTMLImageElement, isPreview: boolean) => void;
  // Neither can be shown.
  onFailed?: () => void;
}

export function ShownPicture({ copy, alt, class: name, size, onShown, onFailed }: Props) {
  // The copy whose own content could not be decoded.
  const [failed, setFailed] = useState(-1);
  const isPreview = failed === copy;
  return (
    <img
      key={`${copy}${isPreview}`}
      class={name ?? ""}
      src={isPreview ? previewUrl(copy) : fileUrl(copy)}
      alt={alt}
      {...(size ? { width: size, height: size, loading: "lazy" } : {})}
      decoding="async"
      onLoad={(event) => onShown?.(event.currentTarget, isPreview)}
      onError={() => (isPreview ? onFailed?.() : setFailed(copy))}
    />
  );
}
