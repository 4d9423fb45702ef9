namespace Doppel.Media;

/// <summary>A JPEG picture within a photo, for programs that cannot decode the photo itself.</summary>
/// <param name="Offset">Where it begins, in bytes from the start of the file.</param>
/// <param name="Length">Its length in bytes, 1 or more. All of it is within the file.</param>
/// <param name="Width">The number of pixels in a row, 1 to 65,535.</param>
/// <param name="Height">The number of rows, 1 to 65,535.</param>
public readonly record struct MediaPreview(long Offset, long Length, int Width, int Height);
