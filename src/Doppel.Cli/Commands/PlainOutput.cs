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
            terminal.Stream.Write(ByteText.ToBytes(text));
            return ExitCode.Done;
        }
        catch (BrokenPipeException)
        {
            return ExitCode.Done;
        }
        catch (IOException failure)
        {
            throw new UsageException($"cannot write to standard output: {SystemText.Of(failure)}");
        }
    }
}
