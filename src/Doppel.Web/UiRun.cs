namespace Doppel.Web;

/// <summary>One run of <c>doppel ui</c>: starts the search and the server, and waits for Ctrl-C.</summary>
internal static class UiRun
{
    /// <summary>Serves the page until a signal arrives.</summary>
    internal static ExitCode Run(CommandCall<UiSettings> call)
    {
        PageFiles page = PageFiles.OfProgram() ?? throw new UsageException(
            "this build does not contain the page, because Node.js was missing when it was built",
            "install Node.js 18 or later with npm (apt install nodejs npm), and start ./doppel ui again");
        using UiEngine engine = Open(call);
        using var signals = new StopSignals(static () => { });
        Messages messages = call.Host.MessagesFor(call.Settings.Messages.Color);
        using (var session = new ReviewSession(engine))
        {
            UiServer server = Start(call, session, engine, page);
            session.Begin();
            Tell(call, server, messages);
            signals.Stop.WaitHandle.WaitOne();
            if (session.IsBusy)
            {
                messages.Line("stopping; Ctrl-C again to stop at once");
            }

            session.Dispose();
            server.DisposeAsync().AsTask().GetAwaiter().GetResult();
        }

        // Ctrl-C is how it is meant to end.
        return signals.Exit is { } code && code != ExitCode.Interrupted ? code : ExitCode.Done;
    }

    /// <summary>Opens what the command line says.</summary>
    /// <exception cref="UsageException">A root or a report cannot be opened, or an option has no effect.</exception>
    internal static UiEngine Open(CommandCall<UiSettings> call)
    {
        (CommandHost host, SearchRequest request) = (call.Host, call.Settings.Request);
        request.Roots = call.Operands;
        if (PlanSource.IsFile(host, request.Roots))
        {
            OptionRules.RefuseIdle(call.Uses, isPlan: false, Quote.Text(request.Roots[0]));
        }

        return new UiEngine(host, request);
    }

    private static UiServer Start(
        CommandCall<UiSettings> call, ReviewSession session, UiEngine engine, PageFiles page)
    {
        try
        {
            return UiServer.Start(session, engine, page, call.Settings.Port).GetAwaiter().GetResult();
        }
        catch (IOException failure)
        {
            throw new UsageException(
                $"cannot listen on port {call.Settings.Port}: {SystemText.Of(failure.InnerException ?? failure)}",
                "choose another one with --port");
        }
    }

    private static void Tell(CommandCall<UiSettings> call, UiServer server, Messages messages)
    {
        Func<string, string?> environment = call.Host.Environment;
        bool isRemote = environment("SSH_CONNECTION") is { Length: > 0 };
        PlainOutput.Write(call.Host.Out, server.Address + "\n");
        if (isRemote)
        {
            string here = environment("SSH_CONNECTION")!.Split(' ') is [_, _, var address, ..] ? address : "HOST";
            messages.Line("over ssh, run this on your computer, then open the address there:");
            messages.Line($"  ssh -N -L {server.Port}:127.0.0.1:{server.Port} {Quote.Sentence(here)}");
        }

        messages.Line("press Ctrl-C to stop");
        if (call.Settings.OpensBrowser && Desktop.IsHere(environment))
        {
            Open(server, messages);
        }
    }

    private static void Open(UiServer server, Messages messages)
    {
        if (Desktop.BrowserOf(server.Address, server.TicketAddress) is { } start && Desktop.Start(start) is { } why)
        {
            messages.Warn($"cannot open a browser: {why}; open the address yourself");
        }
    }
}
