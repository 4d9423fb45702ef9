using System.Text;

namespace Doppel.S3;

/// <summary>The role to assume, and the properties of its session. <c>ToString</c> shows only the role.</summary>
public sealed record AssumeRoleOptions
{
    /// <summary>The minimum duration of a role session: 15 minutes.</summary>
    public static readonly TimeSpan DurationMin = TimeSpan.FromMinutes(15);

    /// <summary>The maximum duration of a role session: 12 hours.</summary>
    public static readonly TimeSpan DurationMax = TimeSpan.FromHours(12);

    /// <summary>
    /// The ARN of the role, such as <c>arn:aws:iam::123456789012:role/reader</c>; at most 2048 characters.
    /// </summary>
    public required string RoleArn { get; init; }

    /// <summary>
    /// The name that identifies the session in logs: 2 to 64 letters, digits and <c>_+=,.@-</c>.
    /// </summary>
    public string SessionName { get; init; } = "doppel";

    /// <summary>
    /// The external ID that the owner of the role requires from third parties; 2 to 1224 characters.
    /// </summary>
    public string? ExternalId { get; init; }

    /// <summary>
    /// How long the credentials are valid, in whole seconds: from 15 minutes to 12 hours, and at most what the role
    /// allows. Default: STS decides, which is one hour. The credentials are renewed in time.
    /// </summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Validates the options.</summary>
    /// <exception cref="ArgumentException">An option is not valid; the message says which.</exception>
    public void Validate()
    {
        Check(RoleArn is { Length: > 0 and <= 2048 } && RoleArn.All(c => c is > ' ' and <= '~'),
            "RoleArn has 1 to 2048 visible characters of ASCII");
        Check(SessionName is { Length: >= 2 and <= 64 }
            && SessionName.All(c => char.IsAsciiLetterOrDigit(c) || "_+=,.@-".Contains(c, StringComparison.Ordinal)),
            "SessionName has 2 to 64 letters, digits and _+=,.@-");
        Check(ExternalId is null or { Length: >= 2 and <= 1224 }, "ExternalId has 2 to 1224 characters");
        Check(Duration is not { } time || (time >= DurationMin && time <= DurationMax),
            "Duration is 15 minutes to 12 hours");
    }

    private static void Check(bool holds, string law)
    {
        if (!holds)
        {
            throw new ArgumentException(law);
        }
    }

    // Called by the ToString method of the record.
    private bool PrintMembers(StringBuilder text)
    {
        text.Append(nameof(RoleArn)).Append(" = ").Append(RoleArn);
        return true;
    }
}
