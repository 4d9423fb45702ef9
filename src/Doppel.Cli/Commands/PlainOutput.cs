using Doppel.Cli.Arguments;
using Doppel.Cli.Platform;

namespace Doppel.Cli.Commands;

/// <summary>Writes the text of a command to standard output.</summary>
internal static class PlainOutput
{
    /// <summary>Writes text, in which <see cref="ByteText"/> becomes bytes again.</summary>
    /// <exception cref="UsageException">Standard output cannot be written.</exception>
    internal static ExitCode Write(Terminal terminal, string text)
    {
        try
        {
            Pass(terminal, text);
            return ExitCode.Done;
        }
        catch (BrokenPipeException)
        {
            return ExitCode.Done;
        }
    }

    /// <summary>The same for a command that has more to write, and ends when nobody reads any more.</summary>
    /// <exception cref="BrokenPipeException">Nobody reads any more.</exception>
    /// <exception cref="UsageException">Standard output cannot be written.</exception>
    internal static void Pass(Terminal terminal, string text)
    {
        try
        {
            terminal.Stream.Write(ByteText.ToBytes(text));
        }
        catch (IOException failure) when (failure is not BrokenPipeException)
        {
            throw new UsageException($"cannot write to standard output: {SystemText.Of(failure)}");
        }
    }
}
