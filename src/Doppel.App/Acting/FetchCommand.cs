using System.ComponentModel;
using System.Diagnostics;
using Doppel.Fleet;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>
/// Fetches files of other machines with a command of the user, such as <c>ssh {host} cat {quoted}</c>.
/// </summary>
internal sealed class FetchCommand
{
    private readonly string[] _words;

    /// <summary>Takes a command.</summary>
    /// <exception cref="UsageException">It does not say where the file is.</exception>
    internal FetchCommand(string command)
    {
        _words = command.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        bool hasPath = command.Contains("{path}", StringComparison.Ordinal)
            || command.Contains("{quoted}", StringComparison.Ordinal);
        if (_words.Length == 0 || !hasPath)
        {
            throw new UsageException(
                $"--fetch: {Quote.Text(command)} does not name the file",
                "write {path} or {quoted} where its path belongs, as in 'ssh {host} cat {quoted}'");
        }
    }

    /// <summary>Fetches a file.</summary>
    /// <returns>Why it cannot be fetched, or null on success.</returns>
    internal string? Run(string machine, ReportName path, Stream target)
    {
        if (!FleetHost.IsName(machine))
        {
            return "that is not the name of a machine";
        }

        string[] words = [.. _words.Select(word => Fill(word, machine, path))];
        if (words.Any(static word => !ByteText.IsPlain(word)))
        {
            return "its path is not text, and a command cannot be given one that is not";
        }

        try
        {
            using var process = Process.Start(new ProcessStartInfo(words[0], words[1..])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                UseShellExecute = false,
            })!;
            process.StandardInput.Close();
            process.StandardOutput.BaseStream.CopyTo(target);
            process.WaitForExit();
            return process.ExitCode == 0 ? null : $"{words[0]} failed with exit code {process.ExitCode}";
        }
        catch (Win32Exception)
        {
            return $"{words[0]} cannot be started";
        }
        catch (IOException failure)
        {
            return $"{words[0]}: {SystemText.Of(failure)}";
        }
    }

    private static string Fill(string word, string machine, ReportName path)
    {
        string text = ByteText.FromBytes(path.Bytes);
        string quoted = $"'{text.Replace("'", "'\\''", StringComparison.Ordinal)}'";
        return word.Replace("{host}", machine, StringComparison.Ordinal)
            .Replace("{quoted}", quoted, StringComparison.Ordinal).Replace("{path}", text, StringComparison.Ordinal);
    }
}
