namespace Doppel.Finding;

/// <summary>What is done with contents that may have one payload.</summary>
/// <param name="same">Two or more of them.</param>
internal delegate void MediaRowsAction(ReadOnlySpan<MediaRow> same);
