using System.Text;
using Spectre.Console;

namespace Doppel.Cli.Output;

/// <summary>Draws one line over itself.</summary>
internal sealed class ProgressPen : IDisposable
{
    /// <summary>Leaves the line empty.</summary>
    internal const string ToStartAndErase = "\r\e[2K";

    private static readonly Style s_plain = new();
    private static readonly Style s_strong = new(Color.Aqua);

    private readonly StreamWriter _writer;
    private readonly IAnsiConsole _console;

    internal ProgressPen(Stream stream, bool color)
    {
        // Written when the line is whole, so that it never flickers.
        _writer = new StreamWriter(stream, new UTF8Encoding(false), 1024, leaveOpen: true) { AutoFlush = false };
        _console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            ColorSystem = color ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(_writer),
        });
    }

    /// <summary>Draws the text in place of what stood there, cut to the width of the terminal.</summary>
    internal void Draw(string text)
    {
        int width = Math.Max(10, _console.Profile.Width - 1);
        string cut = text.Length > width ? text[..(width - 1)] + "…" : text;
        int head = cut.IndexOf("  ", StringComparison.Ordinal);
        _writer.Write(ToStartAndErase);
        _console.Write(new Text(head < 0 ? cut : cut[..head], s_strong));
        if (head >= 0)
        {
            _console.Write(new Text(cut[head..], s_plain));
        }

        _writer.Flush();
    }

    /// <summary>Leaves the line empty.</summary>
    public void Dispose()
    {
        _writer.Write(ToStartAndErase);
        _writer.Dispose();
    }
}
