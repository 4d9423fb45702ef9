using System.Text;

namespace Doppel.CommandLine;

/// <summary>Draws a line that overwrites itself.</summary>
internal sealed class ProgressPen : IDisposable
{
    /// <summary>The sequence that moves to the start of the line and erases it.</summary>
    internal const string ToStartAndErase = "\r\e[2K";

    private const string BrightCyan = "\e[96m";
    private const string Plain = "\e[0m";

    private readonly StreamWriter _writer;
    private readonly Terminal _terminal;
    private readonly bool _color;

    internal ProgressPen(Terminal terminal, bool color)
    {
        // Each line is written in one piece, so that it does not flicker.
        _writer = new StreamWriter(terminal.Stream, new UTF8Encoding(false), 1024, leaveOpen: true);
        _terminal = terminal;
        _color = color;
    }

    /// <summary>Replaces the previous text, and truncates the new one to the width of the terminal.</summary>
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

    /// <summary>Erases the line.</summary>
    public void Dispose()
    {
        _writer.Write(ToStartAndErase);
        _writer.Dispose();
    }
}
