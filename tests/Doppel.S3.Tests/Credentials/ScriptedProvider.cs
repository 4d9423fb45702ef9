namespace Doppel.S3.Tests.Credentials;

/// <summary>A provider that does as a test says, and counts how often it is asked.</summary>
internal sealed class ScriptedProvider(Func<CancellationToken, Task<S3Credentials>> answer) : IS3CredentialsProvider
{
    private int _calls;

    public ScriptedProvider(Func<S3Credentials> answer)
        : this(_ => Task.FromResult(answer()))
    {
    }

    public int Calls => Volatile.Read(ref _calls);

    public ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _calls);
        return new(answer(cancellationToken));
    }

    public override string ToString() => "scripted";
}
