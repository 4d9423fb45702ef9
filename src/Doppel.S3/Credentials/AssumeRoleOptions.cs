using System.Text;

namespace Doppel.S3.Credentials;

/// <summary>A role to act in. Its text shows only which.</summary>
public sealed record AssumeRoleOptions
{
    /// <summary>The shortest time of a role: 15 minutes.</summary>
    public static readonly TimeSpan DurationMin = TimeSpan.FromMinutes(15);

    /// <summary>The longest time of a role: 12 hours.</summary>
    public static readonly TimeSpan DurationMax = TimeSpan.FromHours(12);

    /// <summary>The role, such as <c>arn:aws:iam::123456789012:role/reader</c>; at most 2048 characters.</summary>
    public required string RoleArn { get; init; }

    /// <summary>What logs call this use of the role: 2 to 64 letters, digits and <c>_+=,.@-</c>.</summary>
    public string SessionName { get; init; } = "doppel";

    /// <summary>The word that the owner of the role wants from others; 2 to 1224 characters.</summary>
    public string? ExternalId { get; init; }

    /// <summary>
    /// How long credentials hold, in whole seconds, 15 minutes to 12 hours and no more than the role allows. Default:
    /// STS decides, which is one hour. They are loaded anew in time.
    /// </summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Checks that it can be used.</summary>
    /// <exception cref="ArgumentException">Something cannot; the text says what.</exception>
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

    // Called by ToString of the record.
    private bool PrintMembers(StringBuilder text)
    {
        text.Append(nameof(RoleArn)).Append(" = ").Append(RoleArn);
        return true;
    }
}
