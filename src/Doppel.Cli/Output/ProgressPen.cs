using System.Text;
using Doppel.Cli.Platform;

namespace Doppel.Cli.Output;

/// <summary>Draws one line over itself.</summary>
internal sealed class ProgressPen : IDisposable
{
    /// <summary>Leaves the line empty.</summary>
    internal const string ToStartAndErase = "\r\e[2K";

    private const string BrightCyan = "\e[96m";
    private const string Plain = "\e[0m";

    private readonly StreamWriter _writer;
    private readonly Terminal _terminal;
    private readonly bool _color;

    internal ProgressPen(Terminal terminal, bool color)
    {
        // Written when the line is whole, so that it never flickers.
        _writer = new StreamWriter(terminal.Stream, new UTF8Encoding(false), 1024, leaveOpen: true);
        _terminal = terminal;
        _color = color;
    }

    /// <summary>Draws the text in place of the previous one, cut to the width of the terminal.</summary>
    internal void Draw(string text)
    {
        int width = Math.Max(10, _terminal.Columns - 1);
        string cut = text.Length > width ? text[..(width - 1)] + "…" : text;
        int head = cut.IndexOf("  ", StringComparison.Ordinal);
        head = head < 0 ? cut.Length : head;
        _writer.Write(ToStartAndErase);
        _writer.Write(_color ? $"{BrightCyan}{cut[..head]}{Plain}{cut[head..]}" : cut);
        _writer.Flush();
    }

    /// <summary>Leaves the line empty.</summary>
    public void Dispose()
    {
        _writer.Write(ToStartAndErase);
        _writer.Dispose();
    }
}
