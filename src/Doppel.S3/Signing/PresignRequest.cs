namespace Doppel.S3.Signing;

/// <summary>What an address lets its holder do for a time, without credentials.</summary>
/// <remarks>Everything is given as it is meant and encoded in here.</remarks>
public readonly ref struct PresignRequest
{
    /// <summary>The longest time that an address may be good for: seven days.</summary>
    public static readonly TimeSpan LifetimeMax = TimeSpan.FromDays(7);

    /// <summary>Makes one; what has no default must be set.</summary>
    public PresignRequest()
    {
    }

    /// <summary>The scheme of the address. Default: <c>https</c>.</summary>
    public ReadOnlySpan<char> Scheme { get; init; } = "https";

    /// <summary>The only method that the address is good for, such as <c>GET</c>.</summary>
    public required ReadOnlySpan<char> Method { get; init; }

    /// <summary>Name and, where it is not the default of the scheme, port.</summary>
    public required ReadOnlySpan<char> Host { get; init; }

    /// <summary>The path from its first <c>/</c> on, not encoded.</summary>
    public required ReadOnlySpan<char> Path { get; init; }

    /// <summary>
    /// More parameters of the query in any order, not encoded; at most 57. Those of the signature are not among them.
    /// </summary>
    public ReadOnlySpan<QueryParameter> Query { get; init; }

    /// <summary>
    /// Headers that whoever uses the address has to send just like this; at most 60, without <c>Host</c>.
    /// </summary>
    public ReadOnlySpan<RequestHeader> Headers { get; init; }

    /// <summary>When the address begins to be good.</summary>
    public required DateTimeOffset Time { get; init; }

    /// <summary>
    /// How long it is good: whole seconds, from one to <see cref="LifetimeMax"/>. With credentials that are lent for a
    /// time it is not good any longer than they are.
    /// </summary>
    public required TimeSpan Lifetime { get; init; }
}
