using Doppel.Cli.Platform;
using Doppel.Finding;

namespace Doppel.Cli.Output;

/// <summary>
/// The live line on standard error. It draws from a thread of its own and is gone without a trace at the end.
/// </summary>
/// <remarks>
/// Nothing is drawn in the first tenth of a second, and then at most ten times a second, so a quick search shows
/// nothing and never loads what draws.
/// </remarks>
internal sealed class ProgressLine : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(100);

    private readonly ManualResetEventSlim _stop = new();
    private readonly Terminal _terminal;
    private readonly Func<string> _text;
    private readonly Thread _thread;
    private readonly bool _color;
    private int _drawn;

    /// <summary>Begins to watch.</summary>
    internal ProgressLine(
        Terminal terminal, FindProgress progress, TimeProvider clock, bool color,
        IReadOnlyList<FindStage>? stages = null)
        : this(terminal, color, new ProgressText(progress, clock, stages).Now)
    {
    }

    /// <summary>Begins to watch something else than a search.</summary>
    /// <param name="terminal">Where it is drawn.</param>
    /// <param name="color">Whether with colours.</param>
    /// <param name="text">What the line says now; asked on another thread.</param>
    internal ProgressLine(Terminal terminal, bool color, Func<string> text)
    {
        _terminal = terminal;
        _color = color;
        _text = text;
        _thread = new Thread(Run) { IsBackground = true, Name = "progress" };
        _thread.Start();
    }

    /// <summary>Ends it and clears the line.</summary>
    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        _stop.Dispose();
    }

    /// <summary>Clears the line when the process is about to end.</summary>
    internal void Clear(Messages messages)
    {
        if (Volatile.Read(ref _drawn) != 0)
        {
            messages.Raw(ProgressPen.ToStartAndErase);
        }
    }

    private void Run()
    {
        if (_stop.Wait(s_interval))
        {
            return;
        }

        try
        {
            using var pen = new ProgressPen(_terminal, _color);
            Volatile.Write(ref _drawn, 1);
            do
            {
                pen.Draw(_text());
            }
            while (!_stop.Wait(s_interval));
        }
        catch (IOException)
        {
            // Standard error is gone; the search goes on.
        }
    }
}
