using System.Text;

namespace Doppel.Cli.Rendering;

/// <summary>Builds texts a line at a time.</summary>
internal static class TextLines
{
    /// <summary>Adds a line, or several, and ends it with LF.</summary>
    internal static StringBuilder Line(this StringBuilder text, string line) => text.Append(line).Append('\n');
}
