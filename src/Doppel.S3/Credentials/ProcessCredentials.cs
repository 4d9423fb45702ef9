using System.ComponentModel;
using System.Diagnostics;

namespace Doppel.S3;

/// <summary>
/// Provides the credentials that a program writes. Its output is never shown outside this class.
/// </summary>
internal sealed class ProcessCredentials(string command, string who, TimeProvider time) : IS3CredentialsProvider
{
    internal static readonly TimeSpan TimeMax = TimeSpan.FromMinutes(1);

    private const int BytesMax = 64 * 1024;
    private const string Remedy = "Run it by hand to see what it says.";

    public async ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(TimeMax, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        using Process process = Start();
        byte[]? output;
        try
        {
            output = await ReadAsync(process, either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw CredentialsErrors.Failed(who, $"it did not end within {TimeMax.TotalSeconds} s", Remedy);
        }
        catch (IOException)
        {
            throw CredentialsErrors.Failed(who, "its output cannot be read", Remedy);
        }
        finally
        {
            await EndAsync(process).ConfigureAwait(false);
        }

        if (output is null)
        {
            throw CredentialsErrors.Failed(who, $"it wrote more than {BytesMax} bytes", Remedy);
        }

        if (process.ExitCode != 0)
        {
            throw CredentialsErrors.Failed(who, $"it ended with code {process.ExitCode}", Remedy);
        }

        CredentialsJson json = CredentialsJson.Read(output, "SessionToken") ?? throw CredentialsErrors.Failed(
            who, "its output is not a JSON object", Remedy);
        return json.Version == 1 ? json.Make(who) : throw CredentialsErrors.Failed(
            who, "it wrote another version than 1", Remedy);
    }

    public override string ToString() => who;

    private Process Start()
    {
        List<string>? words = CommandLine.Split(command, OperatingSystem.IsWindows());
        if (words is null or [] or ["", ..])
        {
            throw CredentialsErrors.Failed(
                who, words is null ? "a quote does not end" : "there is no program", "Correct the command.");
        }

        var start = new ProcessStartInfo(words[0], words.Skip(1))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            CreateNoWindow = true,
        };
        try
        {
            Process process = Process.Start(start)!;
            process.StandardInput.Close();
            return process;
        }
        catch (Exception failed) when (failed is Win32Exception or IOException or InvalidOperationException)
        {
            // The exception's message contains the command, which may include a secret.
            string why = failed is Win32Exception { NativeErrorCode: var code }
                ? $" ({new Win32Exception(code).Message})"
                : "";
            throw CredentialsErrors.Failed(who, $"it cannot be started{why}", "Check the path of the program.");
        }
    }

    // Returns null if there is too much output. The wait is separate because reads from a pipe cannot be canceled.
    private static async Task<byte[]?> ReadAsync(Process process, CancellationToken cancellationToken)
    {
        _ = process.StandardError.BaseStream.CopyToAsync(Stream.Null, cancellationToken);
        Task<byte[]?> read =
            BoundedRead.ReadAsync(process.StandardOutput.BaseStream, BytesMax, cancellationToken).AsTask();
        byte[]? output = await read.WaitAsync(cancellationToken).ConfigureAwait(false);
        if (output is not null)
        {
            await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        }

        return output;
    }

    private static async ValueTask EndAsync(Process process)
    {
        if (process.HasExited)
        {
            return;
        }

        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception gone) when (gone is InvalidOperationException or Win32Exception or AggregateException)
        {
            // The process has exited in the meantime, or this process may not kill it.
            return;
        }

        await process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
    }
}
