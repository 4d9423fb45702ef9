namespace Doppel.Cli.Arguments;

/// <summary>The arguments without loss.</summary>
internal static class RawArguments
{
    private const string CommandLineFile = "/proc/self/cmdline";

    /// <summary>The arguments as <see cref="ByteText"/>.</summary>
    /// <param name="arguments">As the runtime gave them: what is not UTF-8 has become U+FFFD.</param>
    internal static string[] Restore(string[] arguments)
    {
        // Only U+FFFD tells of a loss; without one there is nothing to look up.
        if (!OperatingSystem.IsLinux()
            || !arguments.Any(argument => argument.Contains('\uFFFD', StringComparison.Ordinal)))
        {
            return arguments;
        }

        try
        {
            return Restore(arguments, File.ReadAllBytes(CommandLineFile));
        }
        catch (IOException)
        {
            return arguments;
        }
        catch (UnauthorizedAccessException)
        {
            return arguments;
        }
    }

    /// <summary>Takes the last arguments of a command line whose parts end with NUL.</summary>
    internal static string[] Restore(string[] arguments, ReadOnlySpan<byte> commandLine)
    {
        var parts = new List<string>();
        while (!commandLine.IsEmpty)
        {
            int end = commandLine.IndexOf((byte)0);
            end = end < 0 ? commandLine.Length : end;
            parts.Add(ByteText.FromBytes(commandLine[..end]));
            commandLine = commandLine[Math.Min(end + 1, commandLine.Length)..];
        }

        // In front of ours stand the program's name and, where a host runs it, the host's own.
        return parts.Count > arguments.Length ? [.. parts[^arguments.Length..]] : arguments;
    }
}
