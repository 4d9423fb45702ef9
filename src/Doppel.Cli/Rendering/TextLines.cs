using System.Text;

namespace Doppel.Cli;

/// <summary>Builds text line by line.</summary>
internal static class TextLines
{
    /// <summary>Appends one or more lines and a final LF.</summary>
    internal static StringBuilder Line(this StringBuilder text, string line) => text.Append(line).Append('\n');
}
