namespace Doppel.CommandLine;

/// <summary>Runs a command line and returns its exit code.</summary>
internal static class Application
{
    /// <summary>
    /// Runs the command that the arguments specify. Reports any failure on standard error and returns an exit code.
    /// </summary>
    internal static ExitCode Run(CommandHost host)
    {
        try
        {
            ParsedCommand parsed = ArgumentParser.Parse(host.Commands, host.Arguments);
            return HelpPage.Of(host.Commands, parsed, HelpText.WidthFor(host.Out.Columns)) is { } text
                ? PlainOutput.Write(host.Out, text)
                : parsed.Command!.Run(host, ProfileOptions.Expand(host, parsed.Command!, parsed.Uses), parsed.Operands);
        }
        catch (UsageException reason)
        {
            host.MessagesFor(WhenToUse.Auto).Fatal(reason);
            return ExitCode.Failure;
        }
        catch (OutOfMemoryException)
        {
            host.MessagesFor(WhenToUse.Auto).Fatal(new UsageException("out of memory"));
            return ExitCode.Failure;
        }
        catch (Exception defect)
        {
            // Any other exception is a bug in the program. Print the stack trace to help fix it.
            host.MessagesFor(WhenToUse.Auto).Fatal(new UsageException($"internal error: {defect}"));
            return ExitCode.Failure;
        }
    }
}
