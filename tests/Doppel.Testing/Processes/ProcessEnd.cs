using System.Text;

namespace Doppel.Testing.Processes;

/// <summary>How a process ended and what it said.</summary>
/// <param name="Program">What ran, for messages.</param>
/// <param name="ExitCode">Its exit code; as in a shell 128 and the signal's number where one ended it.</param>
/// <param name="Output">Standard output.</param>
/// <param name="Errors">Standard error.</param>
public sealed record ProcessEnd(string Program, int ExitCode, byte[] Output, byte[] Errors)
{
    /// <summary>Standard output as text.</summary>
    public string OutputText => Encoding.UTF8.GetString(Output);

    /// <summary>Standard error as text.</summary>
    public string ErrorText => Encoding.UTF8.GetString(Errors);

    /// <summary>Passes itself on after exit code 0.</summary>
    /// <exception cref="InvalidOperationException">It ended otherwise.</exception>
    public ProcessEnd MustSucceed() => ExitCode == 0
        ? this
        : throw new InvalidOperationException($"{Program}: exit code {ExitCode}: {ErrorText}{OutputText}");
}
