using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>Shows on standard error how a search goes on.</summary>
internal sealed class SearchObserver(CommandHost host, MessageSettings settings) : ISearchObserver
{
    private readonly Messages _messages = host.MessagesFor(settings.Color);
    private ProgressLine? _line;

    /// <summary>
    /// Returns the job of a command that searches its operands, and what shows on the terminal how it goes on.
    /// </summary>
    internal static (SearchJob Job, SearchObserver Observer) Begin<TSettings>(CommandCall<TSettings> call)
        where TSettings : CommandSettings
    {
        call.Settings.Request.Roots = call.Operands;
        var observer = new SearchObserver(call.Host, call.Settings.Messages);
        return (new SearchJob(call.Host, call.Settings.Request, observer), observer);
    }

    public IDisposable? Show(Func<string> text) => _line = settings.ShowProgress(host.Error, text);

    public IDisposable? Show(FindProgress progress, IReadOnlyList<FindStage> stages) =>
        _line = settings.ShowProgress(host.Error, new ProgressText(progress, host.Clock, stages).Now);

    public void Take(Notice notice)
    {
        if (!settings.Quiet)
        {
            _line?.Clear(_messages);
            _messages.Tell(notice);
        }
    }

    /// <summary>Prints something above the line of progress.</summary>
    internal void PrintAbove(Action print)
    {
        if (_line is { } line)
        {
            line.PrintAbove(_messages, print);
        }
        else
        {
            print();
        }
    }

    /// <summary>Erases the progress line just before a signal ends the process. Called on another thread.</summary>
    internal void Leave() => _line?.Clear(_messages);
}
