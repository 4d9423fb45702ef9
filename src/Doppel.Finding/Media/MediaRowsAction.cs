namespace Doppel.Finding;

/// <summary>Processes contents that may have the same payload.</summary>
/// <param name="same">Two or more such contents.</param>
internal delegate void MediaRowsAction(ReadOnlySpan<MediaRow> same);
