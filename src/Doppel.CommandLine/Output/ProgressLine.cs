namespace Doppel.CommandLine;

/// <summary>
/// Shows a live progress line on standard error. It draws from its own thread and is erased at the end.
/// </summary>
/// <remarks>
/// Nothing is drawn during the first tenth of a second, and then at most ten times per second. A quick search therefore
/// shows nothing and never loads the drawing code.
/// </remarks>
internal sealed class ProgressLine : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(100);

    private readonly ManualResetEventSlim _stop = new();
    private readonly Lock _drawing = new();
    private readonly Terminal _terminal;
    private readonly Func<string> _text;
    private readonly Thread _thread;
    private readonly bool _color;
    private int _drawn;

    /// <summary>Starts showing progress.</summary>
    /// <param name="terminal">The terminal to draw on.</param>
    /// <param name="color">Whether to use colors.</param>
    /// <param name="text">Returns the current text of the line. Called on another thread.</param>
    internal ProgressLine(Terminal terminal, bool color, Func<string> text)
    {
        _terminal = terminal;
        _color = color;
        _text = text;
        _thread = new Thread(Run) { IsBackground = true, Name = "progress" };
        _thread.Start();
    }

    /// <summary>Stops the progress line and erases it.</summary>
    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        _stop.Dispose();
    }

    /// <summary>Prints messages where the line is, which is drawn again below them.</summary>
    internal void PrintAbove(Messages messages, Action print)
    {
        lock (_drawing)
        {
            Clear(messages);
            print();
        }
    }

    /// <summary>Erases the line before a message is printed, or just before the process ends.</summary>
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
                lock (_drawing)
                {
                    pen.Draw(_text());
                }
            }
            while (!_stop.Wait(s_interval));
        }
        catch (IOException)
        {
            // Standard error is closed. The search continues.
        }
    }
}
