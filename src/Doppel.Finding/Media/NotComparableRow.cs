using Doppel.Media;

namespace Doppel.Finding;

/// <summary>A content that looks like media and is not comparable.</summary>
/// <param name="Content">Its number.</param>
/// <param name="Format">What it looks like.</param>
/// <param name="Reason">The number of the reason.</param>
internal readonly record struct NotComparableRow(int Content, MediaFormat Format, int Reason);
