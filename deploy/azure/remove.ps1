<#
.SYNOPSIS
    Removes the resource group that create.ps1 made, with everything in it.
.DESCRIPTION
    Asks first; -Force does not. Can be run again: a group that is gone is no error.
.EXAMPLE
    ./remove.ps1 -SubscriptionId 00000000-0000-0000-0000-000000000000
#>
[CmdletBinding(SupportsShouldProcess = $true, ConfirmImpact = "High")]
param(
    [Parameter(Mandatory = $true)]
    [ValidateNotNullOrEmpty()]
    [string] $SubscriptionId,

    [switch] $Force
)

Set-StrictMode -Version Latest
$ErrorActionPreference = "Stop"

$group = "cristp-reltaskexec"

Set-AzContext -Subscription $SubscriptionId | Out-Null

if (-not (Get-AzResourceGroup -Name $group -ErrorAction SilentlyContinue)) {
    Write-Output "there is no resource group $group in subscription $SubscriptionId"
}
elseif ($Force -or $PSCmdlet.ShouldProcess("$group in subscription $SubscriptionId", "remove it with all databases in it")) {
    Remove-AzResourceGroup -Name $group -Force | Out-Null
    Write-Output "removed $group"
}
