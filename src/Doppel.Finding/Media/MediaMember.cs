namespace Doppel.Finding;

/// <summary>A copy in a media group.</summary>
/// <param name="Copy">The copy.</param>
/// <param name="Content">The number of its content among all contents of the search.</param>
internal readonly record struct MediaMember(int Copy, int Content);
