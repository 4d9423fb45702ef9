using Doppel.Media;

namespace Doppel.Finding;

/// <summary>A content that looks like media but is not comparable.</summary>
/// <param name="Content">The number of the content.</param>
/// <param name="Format">The format it appears to have.</param>
/// <param name="Reason">The number of the reason.</param>
internal readonly record struct NotComparableRow(int Content, MediaFormat Format, int Reason);
