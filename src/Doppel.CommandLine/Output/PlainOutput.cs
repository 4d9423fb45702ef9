namespace Doppel.CommandLine;

/// <summary>Writes the text of a command to standard output.</summary>
internal static class PlainOutput
{
    /// <summary>Writes text and converts <see cref="ByteText"/> back to bytes.</summary>
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

    /// <summary>
    /// Writes text like <see cref="Write"/>, for commands that write more and stop when the reader closes the output.
    /// </summary>
    /// <exception cref="BrokenPipeException">The reader has closed standard output.</exception>
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
