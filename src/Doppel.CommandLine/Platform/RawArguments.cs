namespace Doppel.CommandLine;

/// <summary>Restores the original bytes of the command-line arguments.</summary>
internal static class RawArguments
{
    private const string CommandLineFile = "/proc/self/cmdline";

    /// <summary>Returns the arguments as <see cref="ByteText"/>.</summary>
    /// <param name="arguments">
    /// The arguments from the runtime, which replaces bytes that are not UTF-8 with U+FFFD.
    /// </param>
    internal static string[] Restore(string[] arguments)
    {
        // Only U+FFFD indicates a loss. Without it, there is nothing to restore.
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

    /// <summary>Returns the last arguments of a command line whose parts are NUL-terminated.</summary>
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

        // The program name precedes our arguments and, if a host runs the program, so do the arguments of the host.
        return parts.Count > arguments.Length ? [.. parts[^arguments.Length..]] : arguments;
    }
}
